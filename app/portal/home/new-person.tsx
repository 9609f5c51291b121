import type { Actor } from '../../../server/access/actor.ts'
import type { HomeData } from '../documents/load-documents.ts'
import { Steps } from './steps.tsx'
import { WhoAreYou } from './who-are-you.tsx'

export type NewPersonProps = { me: Actor; home: HomeData }

/** For new people: asks once who they are, then shows the four steps with the one they have reached. */
export default function NewPerson({ me, home: { asksDetails, step } }: NewPersonProps) {
  return asksDetails ? <WhoAreYou organization={me.organization} /> : step && <Steps reached={step} />
}
