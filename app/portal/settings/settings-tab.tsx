import { useState } from 'react'
import type { Actor } from '../../../server/access/actor.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { Downloads } from '../documents/downloads.tsx'
import { useLiveDocuments } from '../documents/live.ts'
import { type Refusal, refusal } from '../errors.ts'
import { DetailsForm } from './details-form.tsx'
import { EmailChange } from './email-change.tsx'
import type { SettingsData } from './load.ts'
import { MailPreferences } from './mail-preferences.tsx'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import style from './settings-tab.module.css'

/** Who one is to the fund, how one signs in, and what is held about one (specification section 2). */
export function SettingsTab({ me, emailChange, mail, sessions, outbox, archiveLater }: { me: Actor } & SettingsData) {
  const { say, ...notice } = useNotice()
  const [refused, setRefused] = useState<Refusal | undefined>(archiveLater ? refusal('ARCHIVE_LATER') : undefined)
  // A session that is ended elsewhere leaves this page, too.
  useLiveDocuments(me.id)
  return (
    <div>
      <Section title="Your details" note="How we address you, in the portal and on paper.">
        <DetailsForm me={me} onNotice={say} />
      </Section>
      <Section title="E-mail" note="You sign in with this address, and our mail goes there.">
        <EmailChange me={me} flow={emailChange} outbox={outbox} onNotice={say} />
      </Section>
      <MailPreferences {...mail} />
      <Section
        title="Where you are signed in"
        note="If you see a device that is not yours, or have lost one, sign it out: it ends at once."
      >
        <Sessions sessions={sessions} onNotice={say} />
      </Section>
      <Section
        title="What we hold about you"
        note="Your documents and everything the portal knows of you, in one archive (.zip) that opens anywhere."
      >
        <Banner onDismiss={() => setRefused(undefined)}>{refused?.message}</Banner>
        <Downloads className={style.actions} onRefusal={setRefused}>
          <Button href="/files/everything">Download everything</Button>
        </Downloads>
        <p className={style.note}>
          All your files, your signing links, who viewed what, your sign-ins, your requests and our log on you. It may
          take a while where there are many files.
        </p>
      </Section>
      <Notice {...notice} />
    </div>
  )
}
