import { type ComponentProps, useState } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useAction } from '../../../shell/actions/use-action.ts'
import { CommandForm, useLastAnswer } from '../../../shell/commands/command-form.tsx'
import { PersonLink } from '../../../shell/office/person-link.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { addMemberCommand, removeMemberCommand } from '../../holders.commands.ts'
import { memberRights } from '../../holders.ts'
import type { Holder, Member } from '../../server/holders-list.ts'
import { holderLayout } from '../holder-fields.tsx'
import style from '../holders.module.css'

type Props = { holder: Holder; onNotice: (notice: string) => void }

/** A holder's authorized people, and a form that requests a change. */
export function MembersSection({ holder, onNotice }: Props) {
  const { openChange, members } = holder
  return (
    <>
      {openChange && (
        <p className={`small breakable ${style.open}`}>
          Pending under <Link to={href('/profile/admin/approvals')}>Approvals</Link>: {openChange.summary}
        </p>
      )}
      <ul className={`plain-list double-above ${style.members}`}>
        {members.map(member => (
          <MemberEntry key={member.id} holder={holder} member={member} onNotice={onNotice} />
        ))}
      </ul>
      {!openChange && <AddMember holder={holder} onNotice={onNotice} />}
    </>
  )
}

type EntryProps = Props & { member: Member }

function MemberEntry({ holder, member, onNotice }: EntryProps) {
  const { id, userId, name, email, right, addedAt, endedAt } = member
  const [asking, setAsking] = useState(false)
  const [paper, setDocument] = useState('')
  const { Form, answer, busy, send } = useAction(({ notice }) => notice && onNotice(notice))
  const last = useLastAnswer()
  const shown = answer ?? (last?.typed?.member === id ? last : undefined)
  return (
    <li>
      <div>
        <p>
          <PersonLink id={userId}>{name}</PersonLink>
          {name !== email && (
            <span className="quiet">
              {' '}
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          )}
        </p>
        <p className="quiet">
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
          <ActionFields intent={removeMemberCommand.name} />
          <input type="hidden" name="member" value={id} />
          <noscript>
            <SupportingDocumentField />
          </noscript>
          <Button
            type="submit"
            size="small"
            variant="link"
            busy={busy}
            busyLabel={removeMemberCommand.busy}
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
                    { intent: removeMemberCommand.name, member: id, paper },
                    href('/profile/admin/holders/:id', { id: holder.id }),
                  )
                }}
              >
                {removeMemberCommand.button}
              </Button>
            </>
          }
        >
          <p>
            Once a second person approves, {name} no longer sees the notes and documents of {holder.legalName}.
          </p>
          <SupportingDocumentField value={paper} onChange={({ target }) => setDocument(target.value)} />
        </Dialog>
      )}
    </li>
  )
}

/** The document that names the authorized people, such as an operating agreement. */
function SupportingDocumentField(props: Pick<ComponentProps<typeof Field>, 'onChange' | 'value'>) {
  const { label, attributes } = removeMemberCommand.fields.paper
  return <Field label={label} name="paper" {...attributes} {...props} />
}

function AddMember({ holder, onNotice }: Props) {
  return (
    <div className="above-4">
      <CommandForm
        command={addMemberCommand}
        action={href('/profile/admin/holders/:id', { id: holder.id })}
        size="small"
        layout={holderLayout}
        fields={{
          right: { defaultValue: 'owner', children: <Options of={memberRights} /> },
          paper: { className: style.wide },
        }}
        onDone={onNotice}
      />
    </div>
  )
}
