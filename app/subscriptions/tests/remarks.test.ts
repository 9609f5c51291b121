import { expect } from 'vitest'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenAccreditedHolder, withFreshProof } from '../../../tests/helpers/notes.ts'
import { givenOffering } from '../../../tests/helpers/offerings.ts'
import { allSent, test } from '../../../tests/helpers/shared-portal.ts'
import { chosenTerms } from '../../../tests/helpers/subscriptions.ts'
import { revokeGrant } from '../../delegates/server/revoke-grant.ts'
import { prepareSubscription } from '../server/choose.ts'
import { getSubscription } from '../server/office-subscriptions.ts'
import { getOwnSubscription } from '../server/own-subscriptions.ts'
import { remarkOnSubscription } from '../server/remarks.ts'
import { remarksAtMost } from '../subscriptions.ts'

const code = (refused: string) => ({ code: refused })

test('adviser, member and office leave remarks at one term, and the others hear of it', async ({
  portal,
  people,
  second,
  domain,
}) => {
  const { investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const offering = await givenOffering(portal, people)
  const holder = await givenAccreditedHolder(portal, people)
  const adviser = await portal.newPerson(`adviser@${domain}`, { fullName: 'Ada Viser' })
  const grant = await givenDelegate(portal, investor, adviser, holder, { kind: 'adviser', categories: ['Statements'] })
  const id = await prepareSubscription(adviser, { offering, holder, ...chosenTerms })
  await expect(prepareSubscription(adviser, { offering, holder, ...chosenTerms })).rejects.toMatchObject(
    code('SUBSCRIPTION_PREPARED'),
  )
  const count = (email: string) =>
    portal.mailbox.allTo(email).filter(({ subject }) => subject === 'A remark on an investment').length
  await remarkOnSubscription(adviser, id, { topic: 'amount', remark: 'The least that the tier allows.' })
  await eventually('the member’s mail', () => count(investor.email) === 1)
  await remarkOnSubscription(investor, id, { topic: 'pay', remark: 'When do I have to wire it?' })
  await remarkOnSubscription(admin, id, { topic: 'pay', remark: 'Once we have countersigned.' })
  await eventually('their mail', () => count(adviser.email) === 2 && count(investor.email) === 2)
  const sides = [
    { topic: 'amount', side: 'adviser', body: 'The least that the tier allows.' },
    { topic: 'pay', side: 'investor' },
    { topic: 'pay', side: 'office' },
  ]
  for (const reader of [investor, adviser]) expect((await getOwnSubscription(reader, id)).remarks).toMatchObject(sides)
  expect((await getSubscription(admin, id)).remarks).toMatchObject(sides)

  // No one else, and no payment instructions in the fund's or an adviser's name.
  const remark = 'The new account number is below.'
  await expect(remarkOnSubscription(second, id, { topic: 'pay', remark: 'Hello' })).rejects.toMatchObject(
    code('NOT_FOUND'),
  )
  for (const writer of [adviser, admin])
    await expect(remarkOnSubscription(writer, id, { topic: 'pay', remark })).rejects.toMatchObject(
      code('PAYMENT_WORDS'),
    )
  await revokeGrant(await withFreshProof(portal, investor), grant)
  await expect(remarkOnSubscription(adviser, id, { topic: 'pay', remark: 'Hello' })).rejects.toMatchObject(
    code('NOT_FOUND'),
  )
  await allSent(portal)
  expect(count(adviser.email)).toBe(2)

  await portal.owner.query(
    `insert into subscription_remarks (subscription_id, about, body, written_by, side)
    select $1, 'term', 'x', $2, 'investor' from generate_series(1, $3)`,
    [id, investor.id, remarksAtMost - 3],
  )
  await expect(remarkOnSubscription(investor, id, { topic: 'term', remark: 'One more' })).rejects.toMatchObject(
    code('REMARKS_FULL'),
  )
})
