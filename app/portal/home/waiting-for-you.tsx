import { type ReactNode, useState } from 'react'
import { fund } from '../../../content/fund.ts'
import { dateIn } from '../../../rules/dates.ts'
import { defaultFundName } from '../../../rules/documents.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { WaitingForPerson } from '../../../server/document-requests/waiting-for-person.ts'
import { useAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { homeActions } from '../addresses.ts'
import { recordView } from '../documents/record-view.ts'
import { type Refusal, refusal } from '../refusal.ts'
import { ChooseFiles } from '../uploads/choose-files.tsx'
import { loadUploads } from '../uploads/lazy-uploads.ts'
import style from './waiting-for-you.module.css'

export type WaitingProps = { me: Actor; waiting: WaitingForPerson }

/** What an investor is asked to do, or to know; each with one button. */
export default function WaitingForYou({ me, waiting: { toSign, askedFor, decided } }: WaitingProps) {
  const { send, answer } = useAction()
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
  const first = [...toSign.filter(({ signing_state }) => signing_state !== 'said_signed'), ...askedFor][0]?.id
  const look = (id: string) => (id === first ? 'primary' : 'quiet')
  return (
    <section className={style.waiting} aria-label="Waiting for you">
      <h3>Waiting for you</h3>
      <ul>
        {toSign.map(({ id, filename, external_url, signing_state, signing_sent_at, said_signed_at }) =>
          signing_state === 'said_signed' ? (
            <Entry key={id} title={filename}>
              You signed this <FormattedDate date={said_signed_at ?? signing_sent_at} />. We’ll confirm once we have it.
            </Entry>
          ) : (
            <Entry
              key={id}
              title={filename}
              button={
                <Button
                  variant={look(id)}
                  href={external_url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`Review and sign ${filename}, in a new tab`}
                  onClick={() => recordView(id)}
                >
                  Review and sign
                </Button>
              }
            >
              For your signature, sent <FormattedDate date={signing_sent_at} />.
            </Entry>
          ),
        )}
        {askedFor.map(({ id, name, note, due_on }) => (
          <Entry
            key={id}
            title={name}
            button={
              <ChooseFiles
                label="Upload it"
                name={`Upload ${name}`}
                variant={look(id)}
                single
                onFiles={files => upload(files, id)}
              />
            }
          >
            We’ve asked you for this document{due_on && <> by {dateIn('UTC', due_on, fund.language)}</>}.
            {note && ` ${note}`}
          </Entry>
        ))}
        {decided.map(({ id, filename, decision, reason }) => (
          <Entry
            key={id}
            title={filename}
            button={
              <Button
                aria-label={`Dismiss the decision about ${filename}`}
                onClick={() => send({ intent: 'dismiss-decision', decision: id }, homeActions)}
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
    </section>
  )
}

function Entry({ title, button, children }: { title: string; button?: ReactNode; children: ReactNode }) {
  return (
    <li className={style.entry}>
      <div className={style.words}>
        <p className={style.title}>{title}</p>
        <p className={style.text}>{children}</p>
      </div>
      {button}
    </li>
  )
}
