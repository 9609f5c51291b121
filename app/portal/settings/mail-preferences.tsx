import type { MailChoice, MailPreferences as Preferences } from '../../../rules/mail.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Refusal } from '../errors.ts'
import { Trouble } from '../trouble.tsx'
import style from './mail-preferences.module.css'
import { Section } from './section.tsx'
import { mailAddress, useMailChoice } from './use-mail-choice.ts'

const choices: { name: MailChoice; label: string; hint: string }[] = [
  {
    name: 'document_added',
    label: 'A document was added for you',
    hint: 'When the fund adds a document to your portal.',
  },
  {
    name: 'delete_decided',
    label: 'Your delete request was decided',
    hint: 'When the fund approves or rejects a deletion you requested.',
  },
  {
    name: 'names_in_mail',
    label: 'Include document names in e-mail',
    hint: 'Off by default: e-mail isn’t private, so we only say that something is new.',
  },
]

/**
 * What one is mailed about. Each switch is saved as it is pressed; without scripts a button saves them all.
 * @param preferences undefined where they could not be read
 */
export function MailPreferences({ preferences, trouble }: { preferences?: Preferences; trouble?: Refusal }) {
  const { say, ...notice } = useNotice()
  return (
    <Section
      title="E-mail notifications"
      id="mail-preferences"
      note="We group updates, so you get one e-mail rather than several. You sign in to read what’s new. We always send messages about the security of your account, such as a sign-in from a new browser."
    >
      <Trouble trouble={trouble} />
      {preferences && (
        <form method="post" action={mailAddress} className={style.choices} onSubmit={event => event.preventDefault()}>
          {choices.map(choice => (
            <Choice key={choice.name} {...choice} chosen={preferences[choice.name]} onSaved={say} />
          ))}
          <noscript>
            <Button type="submit">Save</Button>
          </noscript>
        </form>
      )}
      <Notice {...notice} />
    </Section>
  )
}

type ChoiceProps = (typeof choices)[number] & { chosen: boolean; onSaved: (notice: string) => void }

function Choice({ name, label, hint, chosen, onSaved }: ChoiceProps) {
  const { on, choose, error, dismiss } = useMailChoice(name, chosen, onSaved)
  return (
    <div className={style.choice}>
      <Switch name={name} label={label} hint={hint} checked={on} onChange={event => choose(event.target.checked)} />
      <Banner onDismiss={dismiss}>{error?.message}</Banner>
    </div>
  )
}
