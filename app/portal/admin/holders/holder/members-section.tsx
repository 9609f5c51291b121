import { type ComponentProps, useState } from 'react'
import { href } from 'react-router'
import { memberPaperLength, memberRights } from '../../../../../rules/holders.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { Holder, Member } from '../../../../../server/holders/holders-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Options } from '../../../../ui/options.tsx'
import { PersonLink } from '../../person-link.tsx'
import { answerTo, type HolderAnswer, refusalAt } from '../holder-form.ts'
import style from '../holders.module.css'

type Props = {
  holder: Holder
  /** To a form that was sent without scripts. */
  answered: HolderAnswer | undefined
  onNotice: (notice: string) => void
}

/** Who acts for a holder, and a form that asks for a change. */
export function MembersSection({ holder, answered, onNotice }: Props) {
  const { openChange, members } = holder
  return (
    <>
      {openChange && (
        <p className={style.open}>
          Waiting for a second person under <Link to={href('/profile/admin/approvals')}>Approvals</Link>:{' '}
          {openChange.summary}
        </p>
      )}
      <ul className={style.members}>
        {members.map(member => (
          <MemberEntry key={member.id} holder={holder} member={member} answered={answered} onNotice={onNotice} />
        ))}
      </ul>
      {!openChange && <AddMember holder={holder} answered={answered} onNotice={onNotice} />}
    </>
  )
}

type EntryProps = Props & { member: Member }

function MemberEntry({ holder, member, answered, onNotice }: EntryProps) {
  const { id, userId, name, email, right, addedAt, endedAt } = member
  const [asking, setAsking] = useState(false)
  const [paper, setPaper] = useState('')
  const { Form, answer, busy, send } = useAction<HolderAnswer>(({ notice }) => notice && onNotice(notice))
  const shown = answer ?? answerTo({ intent: 'end-member', member: id }, answered)
  return (
    <li>
      <div>
        <p>
          <PersonLink id={userId}>{name}</PersonLink>
          {name !== email && (
            <span className={style.quiet}>
              {' '}
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          )}
        </p>
        <p className={style.quiet}>
          {memberRights[right]} since <FormattedDate date={addedAt} />
          {endedAt && (
            <>
              , until <FormattedDate date={endedAt} />
            </>
          )}
          {!endedAt && (
            <>
              {' · '}
              <Link
                to={withQuery(href('/profile/messages/new'), { user: userId })}
                aria-label={`New message to ${name}`}
              >
                New message
              </Link>
            </>
          )}
        </p>
        <Banner of={shown}>{shown?.error?.message}</Banner>
      </div>
      {!endedAt && !holder.openChange && (
        <Form method="post" action={href('/profile/admin/holders/:id', { id: holder.id })}>
          <ActionFields intent="end-member" />
          <input type="hidden" name="member" value={id} />
          <noscript>
            <PaperField />
          </noscript>
          <Button
            type="submit"
            size="small"
            variant="link"
            busy={busy}
            busyLabel="Asking…"
            aria-label={`Remove ${name}`}
            onClick={event => {
              event.preventDefault()
              setAsking(true)
            }}
          >
            Remove
          </Button>
        </Form>
      )}
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={`Remove ${name}?`}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false)
                  send(
                    { intent: 'end-member', member: id, paper },
                    href('/profile/admin/holders/:id', { id: holder.id }),
                  )
                }}
              >
                Submit removal for approval
              </Button>
            </>
          }
        >
          <p>
            Once a second person approves, {name} no longer sees the notes and documents of {holder.legalName}.
          </p>
          <PaperField value={paper} onChange={({ target }) => setPaper(target.value)} />
        </Dialog>
      )}
    </li>
  )
}

/** The document that says who acts for the holder, such as its operating agreement. */
function PaperField(
  props: Pick<ComponentProps<typeof Field>, 'className' | 'defaultValue' | 'error' | 'onChange' | 'value'>,
) {
  return (
    <Field
      label="Supporting document"
      name="paper"
      maxLength={memberPaperLength}
      autoComplete="off"
      required
      {...props}
    />
  )
}

function AddMember({ holder, answered, onNotice }: Props) {
  const { Form, answer, busy } = useAction<HolderAnswer>(({ notice }) => notice && onNotice(notice))
  const form = useFocusOnError(answer)
  const before = answerTo({ intent: 'add-member' }, answered)
  const shown = answer ?? before
  const { errors, banner } = refusalAt(shown)
  return (
    <Form ref={form} method="post" action={href('/profile/admin/holders/:id', { id: holder.id })} className={style.add}>
      <ActionFields intent="add-member" />
      <div className={style.form}>
        <Field
          label="Add by e-mail"
          type="email"
          name="email"
          defaultValue={before?.typed?.email}
          error={errors.email}
          autoComplete="off"
          required
        />
        <SelectField label="As" name="right" defaultValue={before?.typed?.right ?? 'owner'}>
          <Options of={memberRights} />
        </SelectField>
        <PaperField className={style.wide} defaultValue={before?.typed?.paper} error={errors.paper} />
      </div>
      <Banner of={shown}>{banner}</Banner>
      <div className={style.buttons}>
        <Button type="submit" size="small" busy={busy} busyLabel="Asking…">
          Submit for approval
        </Button>
      </div>
    </Form>
  )
}
