import { expect } from 'vitest'
import { givenAccreditedHolder } from '../../../tests/helpers/notes.ts'
import { givenOffering } from '../../../tests/helpers/offerings.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { chosenTerms } from '../../../tests/helpers/subscriptions.ts'
import { chooseHolder, startSubscription } from '../server/choose.ts'

const test = testOnPortal({}, true)

test('the list and the page of a subscription say what comes next', async ({ portal, people }) => {
  const { investor } = people
  const offering = await givenOffering(portal, people)
  const cookie = await portal.sessionOf(investor)
  const page = async (path: string) => {
    const answer = await portal.fetch(path, { cookie })
    return `${answer.status} ${await answer.text()}`
  }
  expect(await page('/profile/subscribe')).toMatch(/^200 [\s\S]*Get my quote/)
  const id = await startSubscription(investor, { offering, ...chosenTerms })
  expect(await page('/profile/subscribe')).toMatch(/^200 [\s\S]*Choose who invests/)
  const holder = await givenAccreditedHolder(portal, people)
  await chooseHolder(investor, id, { holder })
  expect(await page('/profile/subscribe')).toMatch(/^200 [\s\S]*Read the offering documents/)
  expect(await page(`/profile/subscribe/${id}`)).toMatch(/^200 [\s\S]*Read the offering documents/)
  await portal.owner.query('update holders set frozen_at = now() where id = $1', [holder])
  expect(await page(`/profile/subscribe/${id}`)).toMatch(/^200 [\s\S]*is frozen\. You can read everything/)
})
