import { useState } from 'react'
import type { MailPreferences as Preferences } from '../../../rules/mail.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { EmailChange as Flow } from '../../../server/identity/email-change/email-change.ts'
import type { OpenSession } from '../../../server/identity/sessions.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { Downloads } from '../documents/downloads.tsx'
import type { Refusal } from '../errors.ts'
import { useLiveUpdates } from '../live-updates.ts'
import { DetailsForm } from './details-form.tsx'
import { EmailChange } from './email-change.tsx'
import { MailPreferences } from './mail-preferences.tsx'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import style from './settings.module.css'

export type SettingsData = {
  /** The change of address under way in this session. */
  emailChange: Flow | undefined
  mail: { preferences?: Preferences; trouble?: Refusal }
  sessions: OpenSession[]
  /** Mail goes to a page of this site. */
  outbox: boolean
  /** The archive was asked for too often. */
  archiveRefusal?: Refusal
}

/** A person's details, how they sign in, and what is stored about them (specification section 2). */
export function Settings({ me, emailChange, mail, sessions, outbox, archiveRefusal }: { me: Actor } & SettingsData) {
  const { say, ...notice } = useNotice()
  const [refused, setRefused] = useState(archiveRefusal)
  // A session that is ended elsewhere leaves this page, too.
  useLiveUpdates(me.id)
  return (
    <div>
      <Section title="Your details" note="How we address you, in the portal and on paper.">
        <DetailsForm me={me} onNotice={say} />
      </Section>
      <Section title="E-mail" note="You sign in with this address, and it’s where we send our e-mail.">
        <EmailChange me={me} flow={emailChange} outbox={outbox} onNotice={say} />
      </Section>
      <MailPreferences {...mail} />
      <Section
        title="Where you are signed in"
        note="If you’ve lost a device or don’t recognize one, sign it out; access ends immediately."
      >
        <Sessions sessions={sessions} onNotice={say} />
      </Section>
      <Section
        title="Your data"
        note="Your documents and everything else the portal stores about you, in one ZIP archive."
      >
        <Banner onDismiss={() => setRefused(undefined)}>{refused?.message}</Banner>
        <Downloads className={style.actions} onRefusal={setRefused}>
          <Button href="/files/everything">Download everything</Button>
        </Downloads>
        <p className={style.note}>
          Includes your files, signing links, viewing history, sign-ins, requests and our log entries about you. It may
          take a while if you have many files.
        </p>
      </Section>
      <Notice {...notice} />
    </div>
  )
}
