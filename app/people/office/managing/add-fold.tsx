import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Command } from '../../../../rules/commands/command.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import style from './add-fold.module.css'

type Props<C extends Command> = Pick<ComponentProps<typeof CommandForm<C>>, 'command' | 'action' | 'row' | 'fields'> & {
  title: ReactNode
}

/** For administrators: adds something of a person's, behind its title. After success the form is ready for the next one. */
export function AddFold<C extends Command>({ title, ...form }: Props<C>) {
  const { say, ...notice } = useNotice()
  const fold = useRef<HTMLDetailsElement>(null)
  const { pathname, search } = useLocation()
  const onDone = (said: string) => {
    say(said)
    fold.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }
  return (
    <details ref={fold} className={style.fold}>
      <summary>{title}</summary>
      <CommandForm {...form} noValidate isEmptied onDone={onDone}>
        <input type="hidden" name="next" value={pathname + search} />
      </CommandForm>
      <Notice {...notice} />
    </details>
  )
}
