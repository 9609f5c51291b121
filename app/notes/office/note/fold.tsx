import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Command } from '../../../../rules/commands/command.ts'
import { useLastAnswer } from '../../../shell/commands/command-form.tsx'
import own from './note.module.css'

type Props = {
  /** What links to it end in. */
  id: string
  title: string
  /** Beside the title. */
  count?: string | undefined
  /** Of its forms: one that is refused without scripts opens it. */
  commands?: readonly Command[]
  /** Whether the address leads into it. */
  open?: boolean
  /** Whether it is printed, too, and then always open. */
  printed?: boolean
  children: ReactNode
}

/**
 * A rarely needed part of a note's page, folded behind its title. A link to it opens it: the browser does so when it
 * loads the page, since the id is within; on a page that is there already, the router only scrolls.
 */
export function Fold({ id, title, count, commands = [], open = false, printed = false, children }: Props) {
  const { hash, key } = useLocation()
  const heading = useId()
  const details = useRef<HTMLDetailsElement>(null)
  const refused = useLastAnswer()?.command
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again opens it again
  useEffect(() => {
    if (hash !== `#${id}` || !details.current) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [hash, key, id])
  return (
    <section aria-labelledby={heading} data-print={printed ? undefined : 'no'}>
      <details
        ref={details}
        className={own.fold}
        open={open || commands.some(({ name }) => name === refused) || undefined}
      >
        <summary>
          <h2 id={heading}>{title}</h2>
          {count && <span className={`quiet tabular ${own.count}`}>{count}</span>}
        </summary>
        <div id={id} className={`stack gap-4 ${own.folded}`}>
          {children}
        </div>
      </details>
    </section>
  )
}
