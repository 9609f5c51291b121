import { expect } from 'vitest'
import { agreement } from '../../../content/agreement.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { signedAs } from '../../../tests/helpers/envelopes.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { someOf } from '../../../tests/helpers/lane.ts'
import { givenAccreditation, withFreshProof } from '../../../tests/helpers/notes.ts'
import { openDisclosures } from '../../../tests/helpers/offerings.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { runPendingJobs, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { acknowledge, fundSubscription, givenAgreement, uploadRequested } from '../../../tests/helpers/subscriptions.ts'
import { type HolderKind, holderKinds, type MemberRight } from '../../holders/holders.ts'
import { countersign } from '../../signing/server/countersign.ts'
import { getOwnSubscription } from '../server/own-subscriptions.ts'

interface Story {
  legalName: string
  right: MemberRight
  /** The right of a second member, who signs, too. */
  second?: MemberRight
  /** As each signs. */
  capacities: string[]
}

const couple: Story = {
  ...{ legalName: 'Iris Vestor and Second Person', right: 'owner', second: 'owner' },
  capacities: ['Iris Vestor, in their own name', 'Second Person, in their own name'],
}
const by = (legalName: string, right: MemberRight, word: string): Story => ({
  ...{ legalName, right },
  capacities: [`${legalName}, by Iris Vestor, ${word}`],
})
const trust = (legalName: string): Story => ({
  ...{ legalName, right: 'trustee', second: 'trustee' },
  capacities: [`${legalName}, by Iris Vestor, Trustee`, `${legalName}, by Second Person, Trustee`],
})

const stories: Record<HolderKind, Story> = {
  individual: { legalName: 'Iris Vestor', right: 'owner', capacities: ['Iris Vestor, in their own name'] },
  joint_jtwros: couple,
  joint_tic: couple,
  joint_community: couple,
  revocable_trust: trust('Vestor Family Trust'),
  irrevocable_trust: trust('Vestor Legacy Trust'),
  llc: by('Vestor Family LLC', 'manager', 'Manager'),
  lp: by('Vestor Partners LP', 'authorized_signer', 'Authorized signer'),
  corporation: by('Vestor Holdings Inc.', 'authorized_signer', 'Authorized signer'),
  sdira: {
    ...{ legalName: 'Equity Trust FBO Iris Vestor IRA', right: 'owner' },
    capacities: [
      'Equity Trust FBO Iris Vestor IRA, read and approved by Iris Vestor',
      'Equity Trust, custodian, by Cus Todian',
    ],
  },
  solo_401k: by('Vestor 401(k) Plan', 'trustee', 'Trustee'),
}
const all = Object.keys(holderKinds) as HolderKind[]

/** @returns the words of the holder's sealed files, by their kind */
async function sealedTexts(portal: SharedPortal, reader: Actor, holder: string): Promise<Record<string, string>> {
  const { rows } = await portal.owner.query(
    'select f.kind, d.id from sealed_files f join documents d on d.id = f.document_id where f.holder_id = $1',
    [holder],
  )
  const cookie = await portal.sessionOf(reader)
  const texts = await Promise.all(
    rows.map(async ({ kind, id }) => {
      const file = await portal.fetch(`/files/${id}`, { cookie })
      return [kind, textOfPdf(Buffer.from(await file.arrayBuffer())).replaceAll(/\s+/g, ' ')]
    }),
  )
  return Object.fromEntries(texts)
}

test.for(someOf(['joint_community', 'sdira'], all) as HolderKind[])(
  '%s: to a confirmed note',
  async (kind, { portal, people, second, domain }) => {
    const { investor } = people
    const admin = await withFreshProof(portal, people.admin)
    const { legalName, right, second: other, capacities } = stories[kind]
    const { id: holder } = await givenHolder(admin, investor, {
      ...{ kind, legalName, state: 'TX', signingRule: other ? 'all' : 'one' },
      ...(kind === 'sdira' && { custodianName: 'Equity Trust' }),
      members: [{ userId: investor.id, right }, ...(other ? [{ userId: second.id, right: other }] : [])],
    })
    await givenAccreditation(portal, holder, investor)
    const custodian = await portal.newPerson(`custodian@${domain}`, { fullName: 'Cus Todian' })
    if (agreement.kinds[kind]?.custodianSigns)
      await givenDelegate(portal, investor, custodian, holder, { kind: 'custodian', categories: ['Agreements'] })
    const { id, envelope, offering } = await givenAgreement(portal, people, holder)

    await signedAs(portal, investor, envelope)
    if (other) {
      // Each who signs for the holder has read what was disclosed.
      await expect(signedAs(portal, second, envelope, 'Second Person')).rejects.toMatchObject({
        code: 'SUPPLEMENT_UNREAD',
      })
      await openDisclosures(portal, second, offering)
      await acknowledge(second, id)
      await signedAs(portal, second, envelope, 'Second Person')
    }
    if (agreement.kinds[kind]?.custodianSigns) await signedAs(portal, custodian, envelope, 'Cus Todian')
    const countersigned = () => countersign(admin, envelope, { typedName: 'Ada Ministrator' })
    if (agreement.kinds[kind]?.papers.length) {
      await expect(countersigned()).rejects.toMatchObject({ code: 'SUBSCRIPTION_PAPERS' })
      await uploadRequested(portal, investor)
    }
    await countersigned()
    const { noteId } = await getOwnSubscription(investor, id)
    await fundSubscription(people, noteId ?? '', legalName)
    await runPendingJobs(portal, 'keep-subscriptions')
    await eventually('a confirmed subscription', async () => {
      await runPendingJobs(portal, 'seal-file')
      return (await getOwnSubscription(investor, id)).state === 'confirmed'
    })
    const { envelope: signed = '', note = '' } = await sealedTexts(portal, investor, holder)
    for (const capacity of capacities) {
      expect(signed).toContain(capacity)
      expect(note).toContain(`The agreement was signed: ${capacity}`)
    }
    expect(note).toContain(legalName)
  },
)
