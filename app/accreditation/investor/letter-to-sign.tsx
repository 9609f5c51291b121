import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { Button } from '../../shell/ui/button.tsx'
import type { NeededEvidence } from '../evidence.ts'
import evidenceStyle from './evidence-section.module.css'

interface Props {
  me: Actor
  verificationId: string
  /** The evidence that is still missing. */
  missing: readonly NeededEvidence[]
}

/** For each missing letter: the letter to sign, filled in, and an e-mail to the person who signs it. */
export function LettersToSign({ me, verificationId, missing }: Props) {
  const letters = missing.filter(({ ways }) => ways.some(way => way.some(({ kind }) => kind === 'letter')))
  if (letters.length === 0) return null
  const isNeeded = letters.every(({ ways }) => ways.length === 1)
  return (
    <div className="stack gap-3 measure">
      <p>
        {isNeeded ? 'A' : 'If you send a letter: a'} CPA, an attorney, a registered investment adviser or a
        broker-dealer can sign ours, which has the names filled in. Send it to them, and choose it here once it comes
        back signed.
      </p>
      {letters.map(({ person = '' }) => (
        <p key={person} className={`cluster center gap-2-5 ${evidenceStyle.letter}`}>
          <Button
            href={withQuery(href('/profile/accreditation/:id/letter.pdf', { id: verificationId }), {
              person: person || undefined,
            })}
          >
            {person ? `Download the letter for ${person}` : 'Download the letter'}
          </Button>
          <a
            href={mailTo(me.fullName, person)}
            aria-label={person ? `Write the e-mail to send it, for ${person}` : undefined}
          >
            Write the e-mail to send it
          </a>
        </p>
      ))}
      <p className="quiet">The e-mail opens in your own mail program, with the words in it. Attach the letter.</p>
    </div>
  )
}

/** @returns the e-mail that asks a professional for their signature; its sender attaches the letter */
function mailTo(sender: string | null, person: string): string {
  const body = [
    'Hello,',
    `${fund.name} has to verify that everyone who invests with them is an accredited investor. A signed letter from you is enough${person ? `, for ${person}` : ''}.`,
    'I’ve attached theirs. It says that within the last three months you took reasonable steps to verify this. Please complete and sign it, put the date on it, and send it back to me. If you need anything first, such as tax returns or statements, tell me what.',
    `Thank you,\n${sender ?? ''}`,
  ].join('\n\n')
  return `mailto:?subject=${encodeURIComponent(`A letter for ${fund.name} to sign`)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
}
