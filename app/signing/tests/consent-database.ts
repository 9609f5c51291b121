import { everyone, type Gets, ownerAndAdministrators } from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newEsignConsent } from './consent-doors.ts'

const denied = everyone('denied')
type Change = [string, Gets]

/** Consent to electronic records and signatures, see `tableDoors`. */
export const consentTableDoors = {
  esign_consents: {
    owners: "id = '$esignconsent'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["user_agent = 'x'", everyone('none', { owner: 'denied', administrator: 'denied' })] as Change,
    remove: denied,
    // One is open.
    add: [
      `(id, user_id, version, text_sha256, word)
      values (gen_random_uuid(), '$owner', '1', '${'0'.repeat(64)}', 'lantern')`,
      everyone('denied', { owner: '23505' }),
    ] as Change,
  },
}

/** Their function that people may call, see `functionDoors`. */
export const consentFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.consents_now': { call: "app.consents_now('$esignconsent')", gets: everyone('nothing', { owner: 'ok' }) },
}

/** Makes a consent of the owner's. */
export async function consentRows(world: World): Promise<Record<string, string>> {
  return { $esignconsent: await newEsignConsent(world, 'given') }
}
