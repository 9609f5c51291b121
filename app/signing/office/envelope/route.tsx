import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { AdminList } from '../../../shell/office/admin-list.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import * as commands from '../../envelope.commands.ts'
import { envelopeKinds, envelopeStates } from '../../envelopes.ts'
import type { OfficeEnvelope, Signer } from '../../server/envelope.ts'
import style from '../envelopes.module.css'
import { DraftSections } from './draft-sections.tsx'

/** Loads an envelope, with who signs and what happened. */
export const loader = loadOne(async ({ actor, operations }, id) => ({
  envelope: await operations.getEnvelope(actor, id),
  today: todayOfFund(),
}))

/** POST: prepares, sends, reminds, voids, countersigns, or requests that a signature on paper counts. */
export const action = commandActions(
  [
    commands.seatSignersCommand,
    commands.describeEnvelopeCommand,
    commands.placeFieldCommand,
    commands.removeFieldCommand,
    commands.sendEnvelopeCommand,
    commands.remindSignerCommand,
    commands.voidEnvelopeCommand,
    commands.countersignCommand,
    commands.paperSignatureCommand,
  ],
  {
    about: { envelope: 'id' },
    redirectTo: ({ param }) => href('/profile/admin/envelopes/:id', { id: param('id') }),
  },
)

export default showOne<typeof loader>(EnvelopePage)

/** An envelope: where it stands, and what can be done about it. */
function EnvelopePage({ envelope, today }: Shown<typeof loader>) {
  const notice = useNotice()
  const { id, title, state, number, kind, holder, pages, seal } = envelope
  const isDraft = state === 'draft'
  return (
    <AdminList
      up={{ to: href('/profile/admin/envelopes'), label: 'All envelopes' }}
      title={title}
      count={`${number} · ${envelopeKinds[kind]} · ${countOf(pages.length, 'page')}`}
      at={href('/profile/admin/envelopes/:id', { id })}
      notice={notice}
    >
      <p className="cluster baseline gap-2-4">
        <Badge tone={seal?.problem && state === 'signed' ? 'danger' : 'plain'}>{envelopeStates[state]}</Badge>
        <Link to={href('/profile/admin/holders/:id', { id: holder.id })}>{holder.name}</Link>
        <Link to={withQuery(href('/profile/admin/documents'), { document: envelope.documentId })}>Open the PDF</Link>
        {envelope.sealedDocumentId && (
          <Link to={withQuery(href('/profile/admin/documents'), { document: envelope.sealedDocumentId })}>
            Open the sealed document
          </Link>
        )}
      </p>
      {state === 'signed' && (
        <p className={seal?.problem ? 'danger' : 'quiet'} role="status">
          {sealWords(seal)}{' '}
          {seal?.state === 'failed' && <Link to={href('/profile/admin/seals')}>Documents → Seals</Link>}
        </p>
      )}
      {envelope.reason && <p className="caution breakable">{envelope.reason}</p>}
      {isDraft ? (
        <DraftSections envelope={envelope} today={today} onNotice={notice.say} />
      ) : (
        <SettingsSection title="Signers" note={envelope.expiresOn ? `Until ${formatDay(envelope.expiresOn)}.` : ''}>
          <ol className={`plain-list divided double ${style.events}`}>
            {envelope.signers.map(signer => (
              <li key={signer.id}>
                <span>{signer.capacity}</span>
                <span className="quiet">{signerWords(signer, envelope)}</span>
              </li>
            ))}
          </ol>
          {state === 'sent' && <Steps envelope={envelope} today={today} onNotice={notice.say} />}
        </SettingsSection>
      )}
      <SettingsSection title="What happened" note="Times are yours.">
        <ol className={`plain-list divided double tabular ${style.events}`}>
          {envelope.events.map(({ what, who, at }) => (
            <li key={`${what} ${String(at)} ${who}`}>
              <span>{[eventWords[what] ?? what, who].filter(Boolean).join(': ')}</span>
              <FormattedDate date={at} time />
            </li>
          ))}
        </ol>
        <p className={`quiet ${style.hash}`}>SHA-256 of the original: {envelope.sha256}</p>
      </SettingsSection>
      {(isDraft || state === 'sent') && (
        <CommandFold
          command={commands.voidEnvelopeCommand}
          title="Void this envelope"
          className={style.fold}
          variant="danger"
          onDone={notice.say}
        />
      )}
    </AdminList>
  )
}

function sealWords(seal: OfficeEnvelope['seal']): string {
  if (!seal?.problem) return 'Everyone has signed. It is being sealed.'
  return seal.state === 'failed'
    ? `It couldn’t be sealed, and isn’t tried again by itself. ${seal.problem} Once that is mended, press Try again under`
    : `It couldn’t be sealed yet, and is tried again by itself. ${seal.problem}`
}

const eventWords: Record<string, string> = {
  draft: 'Prepared',
  sent: 'Sent',
  viewed: 'Opened',
  signed: 'Signed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
  reminded: 'Reminded',
  completed: 'Everyone has signed',
  sealed: 'Sealed',
}

function signerWords(signer: Signer, { nextTurn, pages }: OfficeEnvelope): string {
  if (signer.state === 'signed')
    return `Signed ${signer.isHandwritten ? 'on paper ' : ''}by ${signer.typedName} on ${formatDay(signer.signedOn ?? '')}`
  if (signer.state === 'declined') return 'Declined'
  if (signer.turn !== nextTurn) return 'Later'
  return signer.drawn.length > 0 ? `Has opened ${signer.drawn.length} of ${countOf(pages.length, 'page')}` : 'Next'
}

type StepsProps = { envelope: OfficeEnvelope; today: string; onNotice: (notice: string) => void }

/** What the office does while it is being signed. */
function Steps({ envelope, today, onNotice }: StepsProps) {
  const next = envelope.signers.find(({ turn }) => turn === envelope.nextTurn)
  if (!next) return null
  if (next.role === 'fund')
    return <CommandForm command={commands.countersignCommand} variant="primary" onDone={onNotice} />
  const { pendingScan } = envelope
  return (
    <>
      <CommandForm command={commands.remindSignerCommand} onDone={onNotice} />
      {pendingScan ? (
        <p className="quiet">
          A scan of a signature waits for approval.{' '}
          <Link to={withQuery(href('/profile/admin/documents'), { document: pendingScan.documentId })}>
            Open the scan
          </Link>
          {!pendingScan.isOwn && (
            <>
              {' · '}
              <Link to={href('/profile/admin/approvals')}>Approvals</Link>
            </>
          )}
        </p>
      ) : (
        <CommandFold
          command={commands.paperSignatureCommand}
          title="Signed on paper"
          className={style.fold}
          fields={{
            signer: { children: <option value={next.id}>{next.capacity}</option> },
            day: { defaultValue: today, max: today },
          }}
          onDone={onNotice}
        />
      )}
      <p>
        <Button size="small" href={`/files/envelopes/${envelope.id}`} target="_blank" rel="noopener">
          Print it for a signature on paper
        </Button>
      </p>
    </>
  )
}
