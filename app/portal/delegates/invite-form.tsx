import { href } from 'react-router'
import { type DelegateKind, delegateKinds, delegatePresets } from '../../../rules/delegates.ts'
import { documentCategories } from '../../../rules/documents.ts'
import { withQuery } from '../../../rules/url.ts'
import type { OwnDelegates } from '../../../server/delegates/own-delegates.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { useFocusOnError } from '../../actions/use-focus-on-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import fieldStyle from '../../ui/field.module.css'
import { Field, SelectField } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import style from './delegates.module.css'
import { categoryName, grantedWords, savingWords } from './granted-words.ts'
import { type DelegateAnswer, refusalAt } from './invitation.ts'

type Props = Pick<OwnDelegates, 'holders' | 'latest' | 'today'> & {
  kind: DelegateKind
  /** The last day that is offered. */
  until: string
  answered: DelegateAnswer | undefined
  onNotice: (notice: string) => void
}

/** Invites somebody: who they are decides what they see, which can be changed. */
export function InviteForm({ kind, holders, until, latest, today, answered, onNotice }: Props) {
  const { Form, answer, busy } = useAction<DelegateAnswer>(({ notice }) => notice && onNotice(notice))
  const form = useFocusOnError(answer)
  const before = answered?.typed?.intent === 'invite' && answered.typed.kind === kind ? answered : undefined
  const errors = refusalAt(answer ?? before)
  const preset = delegatePresets[kind]
  const isChosen = (category: string) => (before?.categories ?? preset.categories).includes(category as never)
  const isOn = (field: 'figures' | 'download') => (before ? before.typed?.[field] === 'yes' : preset[field])
  return (
    <div className={style.invite}>
      <nav aria-label="Who they are" className={style.kinds}>
        {Object.entries(delegateKinds).map(([each, words]) => (
          <Link
            key={each}
            to={withQuery(href('/profile/delegates'), { for: each })}
            aria-current={each === kind || undefined}
            preventScrollReset
            replace
            viewTransition={false}
          >
            {words}
          </Link>
        ))}
      </nav>
      <Form
        ref={form}
        method="post"
        action={withQuery(href('/profile/delegates'), { for: kind })}
        className={style.form}
      >
        <ActionFields intent="invite" />
        <input type="hidden" name="kind" value={kind} />
        {holders.length === 1 ? (
          <input type="hidden" name="holder" value={holders[0]?.id} />
        ) : (
          <SelectField label="Account to share" name="holder" defaultValue={before?.typed?.holder}>
            {holders.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <Field
          label="Their e-mail address"
          type="email"
          name="email"
          defaultValue={before?.typed?.email}
          error={errors.email}
          hint="People who work for the fund can’t accept an invitation."
          autoComplete="off"
          required
        />
        <p className={style.summary}>
          {delegateKinds[kind]}: {grantedWords(preset)}, until <Day date={until} />. {savingWords(preset)}
        </p>
        <details className={style.choose} open={Boolean(before ?? errors.seen ?? errors.until)}>
          <summary>Change what’s shared or the end date</summary>
          <fieldset className={style.boxes} aria-describedby={errors.seen ? 'seen-error' : undefined}>
            <legend>What’s shared</legend>
            <p className={fieldStyle.error} id="seen-error" aria-live="polite">
              {errors.seen}
            </p>
            {documentCategories.map((category, at) => (
              <label key={category}>
                <input
                  type="checkbox"
                  name="categories"
                  value={category}
                  defaultChecked={isChosen(category)}
                  data-problem={errors.seen && at === 0 ? '' : undefined}
                />
                {categoryName(category)}
              </label>
            ))}
            <label>
              <input type="checkbox" name="figures" value="yes" defaultChecked={isOn('figures')} />
              Notes and payments, without the account that they go to
            </label>
          </fieldset>
          <fieldset className={style.boxes}>
            <legend>What they can do with documents</legend>
            <label>
              <input type="checkbox" name="download" value="yes" defaultChecked={isOn('download')} />
              Download them. Otherwise they can only view them here.
            </label>
          </fieldset>
          <Field
            className={style.day}
            label="End date"
            type="date"
            name="until"
            min={today}
            max={latest}
            defaultValue={before?.typed?.until ?? until}
            error={errors.until}
            required
          />
        </details>
        <Banner of={answer ?? before}>{!busy && errors.banner}</Banner>
        <div className={style.buttons}>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Sending…">
            Share access
          </Button>
        </div>
      </Form>
    </div>
  )
}
