import { href } from 'react-router'
import { bankMessages } from '../../../../../rules/bank.ts'
import { countOf } from '../../../../../rules/number.ts'
import type { BankList, BankListRemoval } from '../../../../../server/notes/bank-lines.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import style from '../register.module.css'

type Props = { list: BankList; removal: BankListRemoval }

/** A wrong list is removed, with what was said of its lines; or why it stays. */
export function RemoveList({ list, removal: { refusal, lines, requests } }: Props) {
  const { Form, answer, busy } = useAction()
  const form = useFocusOnError(answer)
  return (
    <details className={style.told}>
      <summary>Remove this list</summary>
      {refusal ? (
        <p className={style.about}>{bankMessages[refusal]}</p>
      ) : (
        <Form ref={form} method="post" action={href('/profile/admin/register/bank')} className={style.form}>
          <ActionFields intent="remove" />
          <input type="hidden" name="list" value={list.id} />
          <p className={style.about}>
            If {list.filename} is the wrong list, remove it. {countOf(lines, 'line is', 'lines are')} removed, with
            every match made on {lines === 1 ? 'it' : 'them'}
            {requests > 0 && `, and ${countOf(requests, 'payment', 'payments')} pending approval`}. Nothing in the
            ledger changes. This can’t be undone, but a list can be added again.
          </p>
          <label className={style.check}>
            <input type="checkbox" name="confirmed" value="1" autoComplete="off" required />
            <span>Remove {list.filename}</span>
          </label>
          <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
          <div className={style.buttons}>
            <Button type="submit" size="small" variant="danger" busy={busy} busyLabel="Removing…">
              Remove list
            </Button>
          </div>
        </Form>
      )}
    </details>
  )
}
