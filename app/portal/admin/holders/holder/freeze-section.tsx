import { href } from 'react-router'
import { freezeHolderCommand, unfreezeHolderCommand } from '../../../../../rules/holders.commands.ts'
import type { Holder } from '../../../../../server/holders/holders-list.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import style from '../holders.module.css'

type Props = { holder: Holder; onNotice: (notice: string) => void }

/** Whether a holder is frozen, and a form to request a freeze or its end. */
export function FreezeSection({ holder, onNotice }: Props) {
  const { id, frozenAt, openFreeze } = holder
  if (openFreeze) {
    return (
      <p className={`small breakable ${style.open}`}>
        Pending under <Link to={href('/profile/admin/approvals')}>Approvals</Link>: {openFreeze.summary}
      </p>
    )
  }
  return (
    <div className="above-4">
      <CommandForm
        key={String(frozenAt)}
        command={frozenAt ? unfreezeHolderCommand : freezeHolderCommand}
        action={href('/profile/admin/holders/:id', { id })}
        size="small"
        onDone={onNotice}
      >
        {frozenAt && (
          <p className="quiet">
            Frozen since <FormattedDate date={frozenAt} />. The office records payments as before.
          </p>
        )}
      </CommandForm>
    </div>
  )
}
