import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { post } from '../../identity/investor/proof/post.ts'
import { type MailChoice, type MailPreferences, mailMessages } from '../../notifications/mail-preferences.ts'
import type { ActionAnswer } from '../../shell/actions/answer.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { Switch } from '../../shell/ui/switch.tsx'
import style from './mail-preferences-section.module.css'
import { SettingsSection } from './settings-section.tsx'

/** One preference with its words. */
type Choice = { name: MailChoice; label: string; hint: string }

const choices: Choice[] = [
  {
    name: 'document_added',
    label: 'A document was added for you',
    hint: 'When the fund adds a document to your portal. We always notify you about tax documents.',
  },
  {
    name: 'delete_decided',
    label: 'Your delete request was decided',
    hint: 'When the fund approves or rejects a deletion you requested.',
  },
  {
    name: 'messages',
    label: 'A new message',
    hint: 'When someone writes to you in the portal. The e-mail never contains what they wrote.',
  },
  {
    name: 'action_needed',
    label: 'We need something from you',
    hint: 'When a document is ready for your signature, when we ask you for a document, and reminders of either.',
  },
  {
    name: 'names_in_mail',
    label: 'Include document names in e-mail',
    hint: 'Off by default: e-mail isn’t private, so we only say that something is new.',
  },
]

/**
 * E-mail notification preferences. Each switch is saved when pressed; without scripts a button saves them all.
 * @param preferences undefined if they could not be loaded
 * @param office the preferences of administrators; none for others
 */
export function MailPreferencesSection({
  preferences,
  office,
  loadError,
}: {
  preferences?: MailPreferences
  office: Choice[]
  loadError?: Refusal
}) {
  const { say, ...notice } = useNotice()
  return (
    <SettingsSection
      title="E-mail notifications"
      id="mail-preferences"
      note="We group updates, so you get one e-mail rather than several. You sign in to read what’s new. We always send messages about the security of your account, such as a sign-in from a new browser."
    >
      <LoadError error={loadError} />
      {preferences && (
        <form
          method="post"
          action={href('/profile/settings/mail')}
          className={`double-above ${style.choices}`}
          onSubmit={event => event.preventDefault()}
        >
          {office.length > 0 && <input type="hidden" name="office" value="1" />}
          {[...choices, ...office].map(choice => (
            <PreferenceSwitch key={choice.name} {...choice} chosen={preferences[choice.name]} onSaved={say} />
          ))}
          <noscript>
            <Button type="submit">Save</Button>
          </noscript>
        </form>
      )}
      <Notice {...notice} />
    </SettingsSection>
  )
}

type PreferenceSwitchProps = Choice & { chosen: boolean; onSaved: (notice: string) => void }

function PreferenceSwitch({ name, label, hint, chosen, onSaved }: PreferenceSwitchProps) {
  const { on, choose, error, dismiss } = useMailChoice(name, chosen, onSaved)
  return (
    <div className="line-below pad-3">
      <Switch name={name} label={label} hint={hint} checked={on} onChange={event => choose(event.target.checked)} />
      <Banner onDismiss={dismiss}>{error?.message}</Banner>
    </div>
  )
}

const failed = refusal('SAVE_MAIL_FAILED', mailMessages)

/**
 * One preference, saved as soon as it is changed. It is sent by a plain request rather than by `useAction`: the router
 * loads a route's module with its first form and reloads the page if it can't; a switch must not take the page down
 * when the connection breaks.
 * @param saved the value on the server
 * @param onSaved called with the notice to show
 * @returns `on`, the value to show, which reverts if it couldn't be saved; `error`, why it couldn't
 */
function useMailChoice(name: MailChoice, saved: boolean, onSaved: (notice: string) => void) {
  const [on, show] = useState(saved)
  const [error, setError] = useState<Refusal>()
  const confirmed = useRef(saved)
  const sending = useRef(Promise.resolve())

  useEffect(() => {
    confirmed.current = saved
    show(saved)
  }, [saved])

  const choose = (wanted: boolean) => {
    show(wanted)
    // Requests run one after the other, so that the last press is the one that stays saved.
    sending.current = sending.current.then(async () => {
      const answer = await post<ActionAnswer>(href('/profile/settings/mail'), { [name]: wanted ? 'on' : 'off' }, failed)
      setError(answer.error)
      if (!answer.error) confirmed.current = wanted
      else show(confirmed.current)
      if (answer.notice) onSaved(answer.notice)
    })
  }
  return { on, choose, error, dismiss: () => setError(undefined) }
}
