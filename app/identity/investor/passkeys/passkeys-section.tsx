import { useState } from 'react'
import { href, useRevalidator } from 'react-router'
import style from '../../../settings/investor/session-list.module.css'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { useAction } from '../../../shell/actions/use-action.ts'
import { CommandDialog } from '../../../shell/commands/command-dialog.tsx'
import { focused } from '../../../shell/commands/command-field.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import {
  cancelPasskeyRecoveryCommand,
  makeRecoveryCodesCommand,
  removePasskeyCommand,
  renamePasskeyCommand,
  requestPasskeyRecoveryCommand,
} from '../../passkeys.commands.ts'
import type { ListedPasskey, OwnPasskeys } from '../../server/passkeys/passkeys.ts'
import { AddPasskeyButton } from './add-passkey-button.tsx'
import section from './passkeys-section.module.css'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type Props = OwnPasskeys & {
  onNotice: (notice: string) => void
}

/** The reader's passkeys and recovery codes, in the settings. */
export function PasskeysSection({ passkeys, recoveryCodes, recovery, onNotice }: Props) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ rename: ListedPasskey } | { remove: ListedPasskey }>()
  const close = () => setOpen(undefined)
  const changed = (notice: string) => {
    close()
    onNotice(notice)
    revalidate()
  }
  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      note="Sign in with your fingerprint, your face or your device’s PIN instead of a code. A passkey works only on this site, so it can’t be given to a fake one."
    >
      <div className="stack gap-5">
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
        <CommandDialog
          command={renamePasskeyCommand}
          action={account}
          title="Rename this passkey"
          onClose={close}
          onDone={changed}
          fields={{ name: { ...focused, defaultValue: open.rename.name } }}
        >
          <input type="hidden" name="passkey" value={open.rename.id} />
        </CommandDialog>
      )}
      {open && 'remove' in open && (
        <CommandDialog
          command={removePasskeyCommand}
          action={account}
          title={`Remove “${open.remove.name}”?`}
          variant="danger"
          onClose={close}
          onDone={changed}
        >
          <input type="hidden" name="passkey" value={open.remove.id} />
          <p>
            You won’t be able to sign in with it anymore. Your device may keep offering it until you remove it there,
            too.
          </p>
          {passkeys.length === 1 && <p>It’s your only passkey. After this you sign in with a code from our e-mail.</p>}
        </CommandDialog>
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
          <form method="post" action={account}>
            <ActionFields intent={removePasskeyCommand.name} />
            <input type="hidden" name="passkey" value={id} />
            <Button type="submit" size="small" variant="danger" aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </form>
        )}
      </div>
    </li>
  )
}

/** Where these forms are sent. */
const account = href('/profile/settings/account')

/** New codes, shown once. */
interface CodesAnswer extends CommandAnswer {
  codes?: string[]
}

function RecoveryCodes({ left, onMade }: { left: number; onMade: () => void }) {
  const { send, answer, busy } = useAction<CodesAnswer>(({ codes }) => codes && onMade())
  const [closed, close] = useState<CodesAnswer>()
  const error = answer?.error
  const none = left === 0
  return (
    <div className="stack gap-3">
      <p>
        {none
          ? 'You have no recovery codes. They help if you lose your passkey: save them somewhere other than this device.'
          : `You have ${left} unused recovery ${left === 1 ? 'code' : 'codes'}. Making new ones voids these.`}
      </p>
      <Banner of={error}>{error?.message}</Banner>
      <Button
        className={section.start}
        onClick={() => send({ intent: makeRecoveryCodesCommand.name }, account)}
        busy={busy}
        busyLabel={makeRecoveryCodesCommand.busy}
      >
        {none ? makeRecoveryCodesCommand.button : 'Make new recovery codes'}
      </Button>
      {answer?.codes && answer !== closed && <RecoveryCodesDialog codes={answer.codes} onClose={() => close(answer)} />}
    </div>
  )
}

/** For someone with a passkey who has neither that nor a recovery code at hand. */
function Recovery({ recovery, onDone }: Pick<OwnPasskeys, 'recovery'> & { onDone: (notice: string) => void }) {
  return (
    <div className="stack gap-3">
      {recovery ? (
        <p>
          You can change your passkeys without one from <FormattedDate date={recovery.startsAt} time /> until{' '}
          <FormattedDate date={recovery.endsAt} time />, as you asked on <FormattedDate date={recovery.requestedAt} />.
        </p>
      ) : (
        <p>
          Lost your passkey, and no recovery code left? You can change your passkeys after a week. We’ll e-mail every
          address your account has had, and each can stop it.
        </p>
      )}
      <CommandForm
        key={String(recovery !== undefined)}
        command={recovery ? cancelPasskeyRecoveryCommand : requestPasskeyRecoveryCommand}
        action={account}
        variant={recovery ? 'quiet' : 'link'}
        size="small"
        onDone={onDone}
      />
    </div>
  )
}
