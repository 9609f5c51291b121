import { useId } from 'react'
import { href } from 'react-router'
import { passkeyNameLength } from '../../../rules/limits.ts'
import type { ListedPasskey } from '../../../server/identity/passkeys/passkeys.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

type Props = {
  passkey: ListedPasskey
  onClose: () => void
  /** Called with the notice. */
  onDone: (notice: string) => void
}

/** Renames a passkey. Render it only while it is open. */
export function RenamePasskeyDialog({ passkey, onClose, onDone }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  const error = busy ? undefined : answer?.error
  const ofField = error?.code === 'PASSKEY_NAME'
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Rename this passkey"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <Form id={form} method="post" action={href('/profile/passkeys')}>
        <ActionFields intent="rename" />
        <input type="hidden" name="id" value={passkey.id} />
        <Banner of={answer}>{!ofField && error?.message}</Banner>
        <Field
          label="Name"
          name="name"
          defaultValue={passkey.name}
          maxLength={passkeyNameLength}
          autoComplete="off"
          required
          data-autofocus
          error={ofField && error.message}
        />
      </Form>
    </Dialog>
  )
}

/**
 * Asks before removing a passkey. Render it only while it is open.
 * @param last whether it is the reader's only one
 */
export function RemovePasskeyDialog({ passkey, last, onClose, onDone }: Props & { last: boolean }) {
  const form = useId()
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Remove “${passkey.name}”?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" busy={busy} busyLabel="Removing…">
            Remove passkey
          </Button>
        </>
      }
    >
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <p>
        You won’t be able to sign in with it anymore. Your device may keep offering it until you remove it there, too.
      </p>
      {last && <p>It’s your only passkey. After this you sign in with a code from our e-mail.</p>}
      <Form id={form} method="post" action={href('/profile/passkeys')}>
        <ActionFields intent="remove" />
        <input type="hidden" name="id" value={passkey.id} />
      </Form>
    </Dialog>
  )
}
