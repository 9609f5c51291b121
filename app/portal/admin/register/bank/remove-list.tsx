import { href } from 'react-router'
import { removeBankListCommand } from '../../../../../rules/bank.commands.ts'
import { bankMessages } from '../../../../../rules/bank.ts'
import { countOf } from '../../../../../rules/number.ts'
import type { BankList, BankListRemoval } from '../../../../../server/notes/bank-lines.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import style from '../register.module.css'

type Props = { list: BankList; removal: BankListRemoval }

/** A wrong list is removed, with what was said of its lines; or why it stays. */
export function RemoveList({ list, removal: { refusal, lines, requests } }: Props) {
  return (
    <details className={style.told}>
      <summary>Remove this list</summary>
      {refusal ? (
        <p className={style.about}>{bankMessages[refusal]}</p>
      ) : (
        <CommandForm
          command={removeBankListCommand}
          action={href('/profile/admin/register/bank')}
          variant="danger"
          size="small"
        >
          {Field => (
            <>
              <Field name="list" value={list.id} />
              <p className={style.about}>
                If {list.filename} is the wrong list, remove it. {countOf(lines, 'line is', 'lines are')} removed, with
                every match made on {lines === 1 ? 'it' : 'them'}
                {requests > 0 && `, and ${countOf(requests, 'payment', 'payments')} pending approval`}. Nothing in the
                ledger changes. This can’t be undone, but a list can be added again.
              </p>
              <Field name="confirmed" label={`Remove ${list.filename}`} autoComplete="off" />
            </>
          )}
        </CommandForm>
      )}
    </details>
  )
}
