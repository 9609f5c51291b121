import { useState } from 'react'
import { href } from 'react-router'
import { leadWindow } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnActivity } from '../../audit/server/own-activity.ts'
import { DownloadFrame } from '../../documents/investor/download-frame.tsx'
import type { HeldAs } from '../../holders/server/holders-list.ts'
import { PasskeysSection } from '../../identity/investor/passkeys/passkeys-section.tsx'
import type { EmailChange } from '../../identity/server/email-change/email-change.ts'
import type { OwnPasskeys } from '../../identity/server/passkeys/passkeys.ts'
import type { OpenSession } from '../../identity/server/sessions.ts'
import type { OfficeMailChoice } from '../../notifications/mail-preferences.ts'
import { serverContext } from '../../shell/context.ts'
import { LastLoaded } from '../../shell/portal/last-loaded.tsx'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { errorResponse, refusalFor, resultOrError, unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import type { Route } from './+types/route'
import { ActivityList } from './activity-list.tsx'
import { DetailsForm } from './details-form.tsx'
import { EmailChangeForm } from './email-change-form.tsx'
import { ErasureSection } from './erasure-section.tsx'
import { MailPreferencesSection } from './mail-preferences-section.tsx'
import { SessionList } from './session-list.tsx'
import style from './settings-page.module.css'
import { SettingsSection } from './settings-section.tsx'
import { StatementsSection } from './statements-section.tsx'

export { action } from './settings-actions.ts'

/**
 * Loads what the settings show.
 * @param url with `archive=later` and the seconds to `wait` when the archive was requested too often and its address
 *   redirected here
 * @throws answers: those of `requireActor`, no session (401)
 */
export async function loader({ url, context }: Route.LoaderArgs): Promise<SettingsPageData> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { sessionId, operations, outbox } = server
  if (!sessionId) throw errorResponse(refusalFor('NO_SESSION'), 401)
  const [emailChange, sessions, erasureRequested, passkeys, holders, mail, activity] = await unwrapOrRespond(
    Promise.all([
      operations.getEmailChange(actor, sessionId),
      operations.getSessions(actor, sessionId),
      operations.getErasureRequest(actor),
      operations.getPasskeys(actor),
      operations.getHoldersOf(actor, actor.id),
      resultOrError(operations.getMailPreferences(actor), 'LOAD_MAIL_FAILED'),
      resultOrError(operations.getOwnActivity(actor), 'LOAD_ACTIVITY_FAILED'),
    ]),
  )
  return {
    emailChange,
    sessions,
    erasureRequested,
    holders,
    activity: { entries: activity.value, loadError: activity.loadError },
    ...passkeys,
    mail: { preferences: mail.value, office: actor.isAdmin ? officeChoices : [], loadError: mail.loadError },
    outbox: outbox !== undefined,
    archiveRefusal: archiveRefusalIn(url.searchParams),
  }
}

function archiveRefusalIn(query: URLSearchParams) {
  if (query.get('archive') !== 'later') return undefined
  const wait = Number(query.get('wait'))
  // Anyone can write an address: no more than the limit's window (an hour) is true.
  return refusalFor('ARCHIVE_LATER', wait > 0 && wait <= leadWindow / 1000 ? wait : undefined)
}

/** The Settings tab. */
export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <SettingsPage me={me} {...shown} />}</LastLoaded>
}

type SettingsPageData = OwnPasskeys & {
  /** The change of e-mail address in progress in this session. */
  emailChange: EmailChange | undefined
  mail: Parameters<typeof MailPreferencesSection>[0]
  sessions: OpenSession[]
  activity: { entries?: OwnActivity[]; loadError?: Refusal }
  /** When the person asked to have the account erased. */
  erasureRequested: Date | null
  /** Those that the person acts for. */
  holders: HeldAs[]
  /** Mail goes to the outbox page instead of being sent. */
  outbox: boolean
  /** Why the archive was refused, if the page was reached that way. */
  archiveRefusal?: Refusal
}

/** A person's details, how they sign in, and what is stored about them (specification section 2). */
function SettingsPage({
  me,
  emailChange,
  mail,
  sessions,
  activity,
  erasureRequested,
  holders,
  passkeys,
  recoveryCodes,
  recovery,
  outbox,
  archiveRefusal,
}: { me: Actor } & SettingsPageData) {
  const { say, ...notice } = useNotice()
  const [refused, setRefused] = useState(archiveRefusal)
  // So that a session ended elsewhere leaves this page too.
  useLiveUpdates(me.id)
  return (
    <div>
      <p className={`quiet ${style.note}`}>
        New here? <Link to={href('/guide')}>How your portal works</Link>
      </p>
      <SettingsSection title="Your details" note="How we address you, in the portal and on paper.">
        <DetailsForm me={me} onNotice={say} />
      </SettingsSection>
      <SettingsSection title="E-mail" note="You sign in with this address, and it’s where we send our e-mail.">
        <EmailChangeForm me={me} change={emailChange} outbox={outbox} onNotice={say} />
      </SettingsSection>
      <MailPreferencesSection {...mail} />
      <StatementsSection holders={holders} onNotice={say} />
      {holders.length > 0 && (
        <SettingsSection
          title="Shared access"
          note="Share what your accountant, spouse or attorney needs, until a day that you choose. You see what they open."
        >
          <p>
            <Button to={href('/profile/delegates')}>Manage shared access</Button>
          </p>
        </SettingsSection>
      )}
      <SettingsSection
        title="Electronic signatures"
        note="Whether you sign in your portal or on paper. It’s your choice, at any time."
      >
        <p>
          <Button to={href('/profile/signing/consent')}>Manage electronic signatures</Button>
        </p>
      </SettingsSection>
      <PasskeysSection passkeys={passkeys} recoveryCodes={recoveryCodes} recovery={recovery} onNotice={say} />
      <SettingsSection
        title="Where you are signed in"
        note="If you’ve lost a device or don’t recognize one, sign it out; access ends immediately."
      >
        <SessionList sessions={sessions} onNotice={say} />
      </SettingsSection>
      <SettingsSection
        title="Recent activity"
        note="Sign-ins and changes to your account. If you don’t recognize one, sign out everywhere and tell us."
      >
        <ActivityList {...activity} />
      </SettingsSection>
      <SettingsSection
        title="Your data"
        note="Your documents and everything else the portal stores about you, in one ZIP archive."
      >
        <Banner onDismiss={() => setRefused(undefined)}>{refused?.message}</Banner>
        <DownloadFrame className={`cluster gap-3 ${style.actions}`} onRefusal={setRefused}>
          <Button href="/files/everything">Download everything</Button>
        </DownloadFrame>
        <p className={`quiet ${style.note}`}>
          Includes your files, signing links, viewing history, sign-ins, requests and our log entries about you. It may
          take a while if you have many files.
        </p>
      </SettingsSection>
      <ErasureSection requested={erasureRequested} onNotice={say} />
      <Notice {...notice} />
    </div>
  )
}

/** The preferences that only administrators see. The loader sends them, so that no investor's browser loads them. */
const officeChoices: { name: OfficeMailChoice; label: string; hint: string }[] = [
  {
    name: 'file_received',
    label: 'An investor uploaded a file',
    hint: 'When someone adds a document to their own portal.',
  },
  {
    name: 'delete_requested',
    label: 'An investor asked to delete a document',
    hint: 'When a request is waiting for a decision.',
  },
  {
    name: 'person_joined',
    label: 'Someone joined',
    hint: 'When a person who wasn’t invited signs in for the first time and needs to be accepted.',
  },
]
