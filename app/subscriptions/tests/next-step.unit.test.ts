import { expect, test } from 'vitest'
import { nextOf, type Progress, subscriptionStates } from '../subscriptions.ts'

const ready: Progress = {
  ...{ state: 'accreditation', today: '2027-01-10', quotedThrough: '2027-01-10' },
  ...{ wasSold: false, isOffered: true, wantsHolder: false },
  ...{ isAccredited: true, isInReview: false, unread: 0, isToSign: false, custodianSigns: false, lacksDocument: false },
}
const next = (change: Partial<Progress>) => {
  const { step, turn } = nextOf({ ...ready, ...change })
  return [step, turn]
}

test('the next step follows from what is there', () => {
  expect(next({})).toEqual(['agreement', 'you'])
  expect(next({ today: '2027-01-11' })).toEqual(['terms', 'you'])
  expect(next({ state: 'lapsed' })).toEqual(['terms', 'you'])
  expect(next({ state: 'lapsed', wasSold: true })).toEqual([undefined, 'none'])
  expect(next({ isOffered: false })).toEqual([undefined, 'none'])
  expect(next({ state: 'agreement', isToSign: true, isOffered: false })).toEqual(['sign', 'you'])
  expect(next({ unread: 1 })).toEqual(['disclosures', 'you'])
  expect(next({ isAccredited: false })).toEqual(['accreditation', 'you'])
  expect(next({ isAccredited: false, isInReview: true })).toEqual(['accreditation', 'us'])
  expect(next({ state: 'terms' })).toEqual(['holder', 'you'])
  expect(next({ state: 'terms', wantsHolder: true })).toEqual(['holder', 'us'])
  expect(next({ state: 'agreement', isToSign: true })).toEqual(['sign', 'you'])
  expect(next({ state: 'agreement', isToSign: true, unread: 1 })).toEqual(['disclosures', 'you'])
  expect(next({ state: 'agreement' })).toEqual(['sign', 'others'])
  expect(next({ state: 'signed', custodianSigns: true })).toEqual(['sign', 'custodian'])
  expect(next({ state: 'signed' })).toEqual(['sign', 'us'])
  for (const state of ['signed', 'custodian_signed'] as const)
    expect(next({ state, lacksDocument: true })).toEqual(['sign', 'you'])
})

test('every state says something, and only what has ended has no step', () => {
  for (const state of subscriptionStates)
    expect(nextOf({ ...ready, state: state as Progress['state'] }).sentence).not.toBe('')
  expect(next({ state: 'confirmed' })).toEqual([undefined, 'none'])
})
