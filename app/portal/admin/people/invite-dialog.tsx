import { useId } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { EmailField, NameField, OrganizationField } from '../../../ui/person-fields.tsx'
import type { InvitationAnswer } from './invitation-actions.ts'

const emailErrors = ['EMAIL_REQUIRED', 'EMAIL_INVALID']

/** Invites someone by e-mail. Render it only while it is open. */
export function InviteDialog({ onClose, onDone }: { onClose: () => void; onDone: (notice: string) => void }) {
  const form = useId()
  const { Form, answer, busy } = useAction<InvitationAnswer>(({ notice }) => notice && onDone(notice))
  const { error } = (!busy && answer) || {}
  const fieldError = (codes: string[]) => error && codes.includes(error.code) && error.message

  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Invite a person"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} busyLabel="Sending…">
            Send invitation
          </Button>
        </>
      }
    >
      <p>We’ll e-mail a welcome with a sign-in link. Documents you add now will be waiting for them.</p>
      <Form id={form} method="post" action={href('/profile/invitations')} noValidate style={{ display: 'contents' }}>
        <ActionFields intent="invite" />
        <Banner of={answer}>
          {error && !fieldError([...emailErrors, 'NAME_LONG', 'ORGANIZATION_LONG']) && (
            <>
              {error.message}{' '}
              {answer?.email && (
                <Link to={withQuery(href('/profile/admin/people'), { q: answer.email })} onClick={onClose}>
                  Show {answer.email}
                </Link>
              )}
            </>
          )}
        </Banner>
        <EmailField autoComplete="off" error={fieldError(emailErrors)} data-autofocus />
        <NameField hint="Optional." autoComplete="off" error={fieldError(['NAME_LONG'])} />
        <OrganizationField autoComplete="off" error={fieldError(['ORGANIZATION_LONG'])} />
      </Form>
    </Dialog>
  )
}
