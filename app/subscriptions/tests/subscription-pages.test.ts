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
  await chooseHolder(investor, id, { holder: await givenAccreditedHolder(portal, people) })
  expect(await page('/profile/subscribe')).toMatch(/^200 [\s\S]*Read the offering documents/)
  expect(await page(`/profile/subscribe/${id}`)).toMatch(/^200 [\s\S]*Read the offering documents/)
})
