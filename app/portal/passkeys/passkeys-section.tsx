import { useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { ListedPasskey, OwnPasskeys } from '../../../server/identity/passkeys/passkeys.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { useHydrated } from '../../hydrated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import style from '../settings/session-list.module.css'
import { SettingsSection } from '../settings/settings-section.tsx'
import { AddPasskeyButton } from './add-passkey-button.tsx'
import type { PasskeyFormAnswer } from './passkey-actions.ts'
import { RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import section from './passkeys-section.module.css'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type Props = OwnPasskeys & {
  onNotice: (notice: string) => void
}

/** The reader's passkeys and recovery codes, in the settings. */
export function PasskeysSection({ passkeys, recoveryCodes, recovery, onNotice }: Props) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ rename: ListedPasskey } | { remove: ListedPasskey }>()
  const changed = (notice: string) => {
    setOpen(undefined)
    onNotice(notice)
    revalidate()
  }
  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      note="Sign in with your fingerprint, your face or your device’s PIN instead of a code. A passkey works only on this site, so it can’t be given to a fake one."
    >
      <div className={`stack gap-5 ${style.sessions}`}>
        {passkeys.length > 0 && (
          <ul className="plain-list double-above">
            {passkeys.map(passkey => (
              <PasskeyEntry key={passkey.id} passkey={passkey} onOpen={setOpen} />
            ))}
          </ul>
        )}
        <AddPasskeyButton onAdded={changed} />
        <noscript>
          <p>Passkeys and recovery codes need JavaScript. Turn it on in your browser to add them.</p>
        </noscript>
        {(passkeys.length > 0 || recoveryCodes > 0) && <RecoveryCodes left={recoveryCodes} onMade={revalidate} />}
        {passkeys.length > 0 && <Recovery recovery={recovery} onDone={changed} />}
      </div>
      {open && 'rename' in open && (
        <RenamePasskeyDialog passkey={open.rename} onClose={() => setOpen(undefined)} onDone={changed} />
      )}
      {open && 'remove' in open && (
        <RemovePasskeyDialog
          passkey={open.remove}
          last={passkeys.length === 1}
          onClose={() => setOpen(undefined)}
          onDone={changed}
        />
      )}
    </SettingsSection>
  )
}

type EntryProps = {
  passkey: ListedPasskey
  onOpen: (dialog: { rename: ListedPasskey } | { remove: ListedPasskey }) => void
}

function PasskeyEntry({ passkey, onOpen }: EntryProps) {
  const hydrated = useHydrated()
  const { id, name, addedAt, lastUsed, synced } = passkey
  return (
    <li className={`stack center gap-3-5 line-below pad-4 ${style.entry}`}>
      <div>
        <h3>
          {name} {synced && <Badge>Synced</Badge>}
        </h3>
        <p className="quiet cluster gap-0-5 tabular breakable">
          <span>
            Added <FormattedDate date={addedAt} time />
          </span>
          <span>
            {lastUsed ? (
              <>
                Last used <FormattedDate date={lastUsed} time />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
          <span>{synced ? 'Works on your other devices too' : 'Works on one device only'}</span>
        </p>
      </div>
      <div className={`cluster gap-3 ${style.actions}`}>
        {hydrated ? (
          <>
            <Button size="small" onClick={() => onOpen({ rename: passkey })} aria-label={`Rename ${name}`}>
              Rename
            </Button>
            <Button
              size="small"
              variant="danger"
              onClick={() => onOpen({ remove: passkey })}
              aria-label={`Remove ${name}`}
            >
              Remove
            </Button>
          </>
        ) : (
          <form method="post" action={withQuery(href('/profile/proof'), { next: href('/profile/settings') })}>
            <ActionFields intent="remove" />
            <input type="hidden" name="id" value={id} />
            <Button type="submit" size="small" variant="danger" aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </form>
        )}
      </div>
    </li>
  )
}

function RecoveryCodes({ left, onMade }: { left: number; onMade: () => void }) {
  const { send, answer, busy } = useAction<PasskeyFormAnswer>(({ codes }) => codes && onMade())
  const [closed, close] = useState<PasskeyFormAnswer>()
  const error = answer?.error
  const none = left === 0
  return (
    <div className={`stack gap-3 ${section.codes}`}>
      <p>
        {none
          ? 'You have no recovery codes. They help if you lose your passkey: save them somewhere other than this device.'
          : `You have ${left} unused recovery ${left === 1 ? 'code' : 'codes'}. Making new ones voids these.`}
      </p>
      <Banner of={error}>{error?.message}</Banner>
      <Button
        className={section.start}
        onClick={() => send({ intent: 'recovery-codes' }, href('/profile/passkeys'))}
        busy={busy}
        busyLabel="Making them…"
      >
        {none ? 'Make recovery codes' : 'Make new recovery codes'}
      </Button>
      {answer?.codes && answer !== closed && <RecoveryCodesDialog codes={answer.codes} onClose={() => close(answer)} />}
    </div>
  )
}

/** For someone with a passkey who has neither that nor a recovery code at hand. */
function Recovery({ recovery, onDone }: Pick<OwnPasskeys, 'recovery'> & { onDone: (notice: string) => void }) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onDone(notice))
  return (
    <div className={`stack gap-3 ${section.codes}`}>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      {recovery ? (
        <p>
          You can change your passkeys without one from <FormattedDate date={recovery.startsAt} time /> until{' '}
          <FormattedDate date={recovery.endsAt} time />, as you asked on <FormattedDate date={recovery.askedAt} />.
        </p>
      ) : (
        <p>
          Lost your passkey, and no recovery code left? You can change your passkeys after a week. We’ll e-mail every
          address your account has had, and each can stop it.
        </p>
      )}
      <Form method="post" action={withQuery(href('/profile/proof'), { next: href('/profile/settings') })}>
        <ActionFields intent={recovery ? 'cancel-recovery' : 'ask-recovery'} />
        <Button type="submit" size="small" variant={recovery ? 'quiet' : 'link'} busy={busy} busyLabel="Saving…">
          {recovery ? 'Keep my passkeys as they are' : 'Change my passkeys after a week'}
        </Button>
      </Form>
    </div>
  )
}
