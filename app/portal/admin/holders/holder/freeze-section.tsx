import { freezeReasons } from '../../../../../rules/holders.ts'
import type { Holder } from '../../../../../server/holders/holders-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { adminPages } from '../../../addresses.ts'
import { holderPage } from '../../register-addresses.ts'
import { Options } from '../holder-fields.tsx'
import style from '../holders.module.css'

type Props = { holder: Holder; onNotice: (notice: string) => void }

/** Whether a holder is frozen, and a form that asks for a freeze or for its end. */
export function FreezeSection({ holder, onNotice }: Props) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onNotice(notice))
  const { id, frozenAt, openFreeze } = holder
  if (openFreeze) {
    return (
      <p className={style.open}>
        Waiting for a second person under <Link to={adminPages.approvals}>Approvals</Link>: {openFreeze.summary}
      </p>
    )
  }
  return (
    <Form method="post" action={holderPage(id)} className={style.add} key={String(frozenAt)}>
      <ActionFields intent={frozenAt ? 'unfreeze' : 'freeze'} />
      {frozenAt && (
        <p className={style.quiet}>
          Frozen since <FormattedDate date={frozenAt} />. The office records payments as before.
        </p>
      )}
      <div className={style.form}>
        {frozenAt ? (
          <Field className={style.wide} label="Why it ends" name="reason" maxLength={300} autoComplete="off" required />
        ) : (
          <SelectField className={style.wide} label="Why" name="reason">
            <Options of={freezeReasons} />
          </SelectField>
        )}
      </div>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button type="submit" size="small" busy={busy} busyLabel="Asking…">
          {frozenAt ? 'Ask to end the freeze' : 'Ask to freeze'}
        </Button>
      </div>
    </Form>
  )
}
