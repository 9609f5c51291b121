import { href } from 'react-router'
import { freezeReasons } from '../../../../../rules/holders.ts'
import type { Holder } from '../../../../../server/holders/holders-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Options } from '../../../../ui/options.tsx'
import { answerTo, type HolderAnswer, refusalAt } from '../holder-form.ts'
import style from '../holders.module.css'

type Props = { holder: Holder; answered: HolderAnswer | undefined; onNotice: (notice: string) => void }

/** Whether a holder is frozen, and a form that asks for a freeze or for its end. */
export function FreezeSection({ holder, answered, onNotice }: Props) {
  const { Form, answer, busy } = useAction<HolderAnswer>(({ notice }) => notice && onNotice(notice))
  const form = useFocusOnError(answer)
  const { id, frozenAt, openFreeze } = holder
  const intent = frozenAt ? 'unfreeze' : 'freeze'
  const before = answerTo({ intent }, answered)
  const shown = answer ?? before
  const { errors, banner } = refusalAt(shown)
  if (openFreeze) {
    return (
      <p className={style.open}>
        Pending under <Link to={href('/profile/admin/approvals')}>Approvals</Link>: {openFreeze.summary}
      </p>
    )
  }
  return (
    <Form
      ref={form}
      method="post"
      action={href('/profile/admin/holders/:id', { id })}
      className={style.add}
      key={String(frozenAt)}
    >
      <ActionFields intent={intent} />
      {frozenAt && (
        <p className={style.quiet}>
          Frozen since <FormattedDate date={frozenAt} />. The office records payments as before.
        </p>
      )}
      <div className={style.form}>
        {frozenAt ? (
          <Field
            className={style.wide}
            label="Why it ends"
            name="reason"
            defaultValue={before?.typed?.reason}
            error={errors.reason}
            maxLength={300}
            autoComplete="off"
            required
          />
        ) : (
          <SelectField className={style.wide} label="Why" name="reason" error={errors.reason}>
            <Options of={freezeReasons} />
          </SelectField>
        )}
      </div>
      <Banner of={shown}>{banner}</Banner>
      <div className={style.buttons}>
        <Button type="submit" size="small" busy={busy} busyLabel="Asking…">
          {frozenAt ? 'Submit end of freeze for approval' : 'Submit freeze for approval'}
        </Button>
      </div>
    </Form>
  )
}
