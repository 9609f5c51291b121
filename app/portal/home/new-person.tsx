import { Suspense } from 'react'
import type { InvestingStep } from '../../../rules/investing-steps.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import type { HomeData } from '../documents/load-documents.ts'
// Part of the page's own styles, so that it arrives styled.
import './new-person.module.css'

const WhoAreYou = lazyWithFallback<{ organization: string | null }>(
  () => import('./who-are-you.tsx'),
  () => null,
)
const Steps = lazyWithFallback<{ reached: InvestingStep }>(
  () => import('./steps.tsx'),
  () => null,
)

/** For new people, loaded for them: asks once who they are, then shows the four steps with the one they have reached. */
export function NewPerson({ me, home: { asksDetails, step } }: { me: Actor; home: HomeData }) {
  return (
    <Suspense>{asksDetails ? <WhoAreYou organization={me.organization} /> : step && <Steps reached={step} />}</Suspense>
  )
}
