import type { Actor } from '../../../server/access/actor.ts'
import type { HomeData } from '../documents/load-documents.ts'
import { hasWaiting } from './count-waiting.ts'
import { WaitingForYou } from './waiting-for-you.tsx'
import { YourMoney } from './your-money.tsx'

/** In the same script, which a holder's home loads. */
export { TaxRow } from './tax-row.tsx'

export type NextAndWaitingProps = { me: Actor; home: HomeData }

/** The part of a home that many visits don't need: for those who hold a note, or for whom something waits. */
export default function NextAndWaiting({ me, home }: NextAndWaitingProps) {
  const { held, waiting } = home
  return (
    <>
      {held && <YourMoney held={held} />}
      {hasWaiting(home) && <WaitingForYou me={me} waiting={waiting} held={held} />}
    </>
  )
}
