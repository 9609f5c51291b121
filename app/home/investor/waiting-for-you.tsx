import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { dateIn } from '../../../rules/dates.ts'
import { formatCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { dismissDecisionCommand } from '../../document-requests/document-request.commands.ts'
import type { PendingForPerson } from '../../document-requests/server/pending-for-person.ts'
import { defaultFundName } from '../../documents/documents.ts'
import { recordView } from '../../documents/investor/record-view.ts'
import type { markSignedCommand, unmarkSignedCommand } from '../../documents/signing.commands.ts'
import { verificationAddress } from '../../holdings/investor/choice/verification-address.ts'
import { Day } from '../../holdings/investor/days.tsx'
import { frozenWords } from '../../holdings/investor/frozen-words.ts'
import { lateNamed, lateWords } from '../../holdings/investor/late-words.ts'
import { type FormAction, useAction } from '../../shell/actions/use-action.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { ChooseFiles } from '../../uploads/investor/choose-files.tsx'
import { loadUploads } from '../../uploads/investor/lazy-uploads.ts'
import type { EndingNote, Held } from './held.ts'
import style from './waiting-for-you.module.css'

type Props = {
  me: Actor
  waiting: PendingForPerson
  held: Held | undefined
}

/** An investor's pending items in one list, each with one button. */
export function WaitingForYou({
  me,
  waiting: { toSign, envelopes, subscriptions, wires, requestedDocuments, received, decided },
  held,
}: Props) {
  const { say, ...notice } = useNotice()
  const { send, answer } = useAction(({ notice }) => notice && say(notice))
  const [unreachable, setUnreachable] = useState<Refusal>()
  const error = unreachable ?? answer?.error
  const upload = async (files: File[], requestId: string) => {
    setUnreachable(undefined)
    try {
      const { addUploads } = await loadUploads()
      addUploads(files, { actorId: me.id, userId: me.id, fundName: defaultFundName, requestId })
    } catch {
      setUnreachable(refusal('NO_CONNECTION'))
    }
  }
  // Brass is for one button on a screen: the first.
  const unsigned = toSign.filter(({ signingState }) => signingState !== 'said_signed')
  const signed = toSign.filter(({ signingState }) => signingState === 'said_signed')
  const { ending = [], late = [], frozen = [] } = held ?? {}
  const first = [...wires, ...ending, ...envelopes, ...subscriptions, ...unsigned, ...requestedDocuments][0]?.id
  const variantOf = (id: string) => (id === first ? 'primary' : 'quiet')
  return (
    <section className={style.pending} aria-label="Waiting for you">
      <h3>Waiting for you</h3>
      <ul>
        {wires.map(({ id, reference }) => (
          <Entry
            key={id}
            title={`Send the funds for ${reference}`}
            button={
              <Button
                variant={variantOf(id)}
                to={href('/profile/wire/:id', { id })}
                aria-label={`Wire instructions for ${reference}`}
              >
                Wire instructions
              </Button>
            }
          >
            The wire instructions are here, and never in an e-mail.
          </Entry>
        ))}
        {ending.map(note => (
          <NoteEntry key={note.id} note={note} variant={variantOf(note.id)} />
        ))}
        {envelopes.map(({ id, title, expiresOn }) => (
          <Entry
            key={id}
            title={title}
            button={
              <Button
                variant={variantOf(id)}
                to={href('/profile/signing/envelopes/:id', { id })}
                aria-label={`Read and sign ${title}`}
              >
                Read and sign
              </Button>
            }
          >
            For your signature by <Day day={expiresOn} />.
          </Entry>
        ))}
        {subscriptions.map(({ id, amountCents, isPrepared }) => (
          <Entry
            key={id}
            title={`Your investment${amountCents ? ` of ${formatCents(BigInt(amountCents))}` : ''}`}
            button={
              <Button variant={variantOf(id)} to={href('/profile/subscribe/:id', { id })}>
                {isPrepared ? 'Check it' : 'Continue'}
              </Button>
            }
          >
            {isPrepared
              ? 'Your adviser has prepared it. Nothing is binding.'
              : 'You’ve begun it. Nothing is binding yet.'}
          </Entry>
        ))}
        {unsigned.map(link => (
          <SigningEntry key={link.id} link={link} variant={variantOf(link.id)} send={send} />
        ))}
        {/* One list, so that a row stays where it was, with its button, once the document has come. */}
        {[...requestedDocuments, ...received].map(request => (
          <RequestEntry
            key={request.id}
            request={request}
            variant={variantOf(request.id)}
            onFiles={files => upload(files, request.id)}
          />
        ))}
        {late.slice(0, lateNamed).map(({ id, number, payDate, cents, state }) => (
          <Entry
            key={`${id} ${payDate}`}
            title={`${formatCents(cents)} on ${number}`}
            button={<AskUs about={`${number}, due ${payDate}`} />}
          >
            Due <Day day={payDate} />, {lateWords(state)}
          </Entry>
        ))}
        {late.length > lateNamed && (
          <Entry title={`${late.length - lateNamed} more payments`}>Not recorded as paid yet.</Entry>
        )}
        {frozen.map(({ id, name }) => (
          <Entry key={id} title={name} button={<AskUs about={name} />}>
            {frozenWords(name)}
          </Entry>
        ))}
        {signed.map(link => (
          <SigningEntry key={link.id} link={link} variant="quiet" send={send} />
        ))}
        {decided.map(({ id, filename, decision, reason }) => (
          <Entry
            key={id}
            title={filename}
            button={
              <Button
                aria-label={`Got it: ${filename}`}
                onClick={() => send({ intent: dismissDecision, decision: id }, href('/profile/requests'))}
              >
                Got it
              </Button>
            }
          >
            {decision === 'approved' ? 'We deleted this document, as you requested.' : 'We’re keeping this document.'}
            {reason && ` ${reason}`}
          </Entry>
        ))}
      </ul>
      <Banner of={error}>{error?.message}</Banner>
      <Notice {...notice} />
    </section>
  )
}

type RequestEntryProps = {
  request: PendingForPerson['requestedDocuments' | 'received'][number]
  variant: 'primary' | 'quiet'
  onFiles: (files: File[]) => void
}

/** A requested document; once it is uploaded, its time, and until someone opens it, a button to replace it. */
function RequestEntry({ request, variant, onFiles }: RequestEntryProps) {
  const { name } = request
  const choose = (label: string) => (
    <ChooseFiles label={label} name={`${label} ${name}`} variant={variant} single onFiles={onFiles} />
  )
  if (!('isReplaceable' in request)) {
    const { dueOn, note } = request
    return (
      <Entry title={name} button={choose('Upload')}>
        {dueOn ? `We need this by ${dateIn('UTC', dueOn, fund.language)}.` : 'We’ve asked you for this document.'}
        {note && ` ${note}`}
      </Entry>
    )
  }
  return (
    <Entry title={name} button={request.isReplaceable && choose('Replace')}>
      Received <FormattedDate date={request.fulfilledAt} />.{' '}
      {request.isReplaceable && 'You can replace it until we open it.'}
    </Entry>
  )
}

/** Without a choice a note is paid out; with one, its renewal has to be verified. */
function NoteEntry({ note, variant }: { note: EndingNote; variant: 'primary' | 'quiet' }) {
  const { id, number, outstandingCents, electionCloses, maturityDate, pendingElection, election } = note
  const matures = <Day day={maturityDate ?? ''} />
  if (note.pendingStep === 'choice')
    return (
      <Entry
        title={`Choose what happens to ${formatCents(outstandingCents)}`}
        button={
          <Button
            variant={variant}
            to={href('/profile/notes/:id/choice', { id })}
            aria-label={`Choose what happens to ${number}`}
          >
            Choose
          </Button>
        }
      >
        {number} matures {matures}. Choose by <Day day={electionCloses ?? ''} />, or it’s paid out.
      </Entry>
    )
  const { renewCents = outstandingCents } = pendingElection ?? election ?? {}
  return (
    <Entry
      title="Confirm that you’re accredited"
      button={
        <Button
          variant={variant}
          to={verificationAddress(note)}
          aria-label={`Confirm that you’re accredited, for ${number}`}
        >
          Confirm
        </Button>
      }
    >
      To renew {formatCents(renewCents)} of {number}, which matures {matures}.
    </Entry>
  )
}

// Names alone: an investor's home is loaded often.
const dismissDecision = 'decision.dismiss' satisfies typeof dismissDecisionCommand.name
type SignedName = (typeof markSignedCommand | typeof unmarkSignedCommand)['name']

type SigningEntryProps = {
  link: PendingForPerson['toSign'][number]
  variant: 'primary' | 'quiet'
  send: FormAction['send']
}

function SigningEntry({ link, variant, send }: SigningEntryProps) {
  const { id, filename, externalUrl, signingState, signingSentAt, saidSignedAt } = link
  const say = (label: string, intent: SignedName) => (
    <Button
      size="small"
      aria-label={`${label}: ${filename}`}
      onClick={() => send({ intent }, href('/profile/signing/:id', { id }))}
    >
      {label}
    </Button>
  )
  if (signingState === 'said_signed')
    return (
      <Entry title={filename} button={say('I haven’t signed it yet', 'signing.say_not_signed')}>
        You said on <FormattedDate date={saidSignedAt ?? signingSentAt} /> that you’ve signed this. We’ll confirm once
        we have it.
      </Entry>
    )
  const button = (
    <>
      {signingState === 'opened' && say('I’ve signed it', 'signing.say_signed')}
      <Button
        variant={variant}
        href={externalUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Review and sign ${filename}, in a new tab`}
        onClick={() => recordView(id)}
      >
        Review and sign
      </Button>
    </>
  )
  return (
    <Entry title={filename} button={button}>
      {signingState === 'opened' ? (
        'You’ve opened this. Once you’ve signed it, confirm it here.'
      ) : (
        <>
          For your signature, sent <FormattedDate date={signingSentAt} />.
        </>
      )}
    </Entry>
  )
}

function AskUs({ about }: { about: string }) {
  return (
    <Button to={href('/profile/messages/new')} aria-label={`Ask us about ${about}`}>
      Ask us
    </Button>
  )
}

function Entry({ title, button, children }: { title: string; button?: ReactNode; children: ReactNode }) {
  return (
    <li className={style.entry}>
      <div className={style.words}>
        <p className="strong breakable leading-4">{title}</p>
        <p className="quiet breakable leading-5">{children}</p>
      </div>
      {button}
    </li>
  )
}
