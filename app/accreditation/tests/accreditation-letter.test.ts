import { expect } from 'vitest'
import { ownMoney, signedBy } from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { makeLetterToSign } from '../../letters/server/accreditation-letter.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { saveAccreditation } from '../server/start.ts'

const { signal } = new AbortController()

test('a letter to sign names the holder, or each of those who prove it by themselves, and nobody else', async ({
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor, { legalName: 'Iris Vestor' })
  const { id: own } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'letter' })
  const letter = await makeLetterToSign(investor, { accreditationId: own, person: '' }, signal)
  expect(letter.name).toBe('Iris Vestor')
  expect(textOfPdf(letter.pdf)).toContain('Iris Vestor')

  const { id: trust } = await givenHolder(admin, investor, { legalName: 'Vestor Trust', kind: 'revocable_trust' })
  const answers = { ...ownMoney, holderId: trust, category: 'a8', method: 'letter', people: 'Gina One\nGus Two' }
  const { id } = await saveAccreditation(investor, answers)
  for (const person of ['Gina One', 'Gus Two'])
    expect((await makeLetterToSign(investor, { accreditationId: id, person }, signal)).name).toBe(person)
  const refused = { code: 'NOT_FOUND' }
  await expect(
    makeLetterToSign(investor, { accreditationId: id, person: 'Vestor Trust' }, signal),
  ).rejects.toMatchObject(refused)
  await expect(makeLetterToSign(second, { accreditationId: id, person: '' }, signal)).rejects.toMatchObject(refused)
})

test('once a verification is sent there is no letter to sign for it', async ({ portal, admin, investor }) => {
  const { id: holder } = await givenHolder(admin, investor, { legalName: 'Iris Vestor' })
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney })
  const { verification } = await getOwnAccreditation(investor, holder)
  await signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  await expect(makeLetterToSign(investor, { accreditationId: id, person: '' }, signal)).rejects.toMatchObject({
    code: 'ACCREDITATION_MOVED',
  })
})

test('the way that was chosen stays while answers change, as long as they allow it', async ({ admin, investor }) => {
  const { id: holderId } = await givenHolder(admin, investor)
  const methodNow = async () => (await getOwnAccreditation(investor, holderId)).verification?.method
  await saveAccreditation(investor, { holderId, ...ownMoney })
  expect(await methodNow()).toBe('high_minimum')
  await saveAccreditation(investor, { holderId, ...ownMoney, method: 'letter' })
  await saveAccreditation(investor, { holderId, ...ownMoney, amount: '150000' })
  expect(await methodNow()).toBe('letter')
  await saveAccreditation(investor, { holderId, ...ownMoney, category: 'a10' })
  expect(await methodNow()).toBe('license')
})
