import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newRequestedForm, newSentForm, newTaxConsent, newTaxRun, newTinNotice } from './tax-doors.ts'

const denied = everyone('denied')
type Change = [string, Gets]
const hash = '0'.repeat(64)

/** Tax numbers, B-notices and consent to paperless forms, see `tableDoors`. */
export const taxTableDoors = {
  tax_certifications: {
    owners: "id = '$taxform'",
    read: ownerAndAdministrators('rows', 'none'),
    // Only with what two people have approved.
    change: [
      "state = 'accepted', decided_by = '$owner', decided_at = now()",
      everyone('none', { owner: 'denied', administrator: 'denied' }),
    ] as Change,
    remove: denied,
    // One waits already.
    add: [
      `(id, holder_id, form, document_id, filename, sha256, submitted_by)
      values (gen_random_uuid(), '$taxformholder', 'w9', '$document', 'x', '${hash}', '$owner')`,
      everyone('denied', { owner: '23505' }),
    ] as Change,
  },
  tax_profiles: {
    owners: "holder_id = '$taxholder'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["tin_last4 = '0000'", administrators('denied', 'none')] as Change,
    remove: denied,
    add: ["(id, holder_id) values (gen_random_uuid(), '$taxformholder')", administrators('rows', 'denied')] as Change,
  },
  tin_notices: {
    owners: "holder_id = '$taxholder'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['posted_on = current_date', administrators('rows', 'none')] as Change,
    remove: denied,
    add: [
      `(id, holder_id, kind, number_id, notice_date, received_on, send_by, withhold_from, recorded_by)
      select gen_random_uuid(), holder_id, 'first', number_id, '2024-01-02', '2024-01-02', '2024-01-24', '2024-02-14', '$owner'
      from tin_notices where holder_id = '$taxholder'`,
      // In another person's name.
      everyone('none', { owner: 'denied', administrator: 'denied' }),
    ] as Change,
  },
  tax_consents: {
    owners: "id = '$taxconsent'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['typed = word, given_at = now()', everyone('none', { owner: 'rows', administrator: 'denied' })] as Change,
    remove: denied,
    add: [
      `(id, holder_id, user_id, version, software, text_sha256, word)
      values (gen_random_uuid(), '$taxformholder', '$owner', '1', '1', '${hash}', 'lantern')`,
      everyone('denied', { owner: 'rows' }),
    ] as Change,
  },
  tax_runs: {
    owners: "id = '$taxrun'",
    read: administrators('rows', 'none'),
    // Only two people do.
    change: ["state = 'filed'", administrators('denied', 'none')] as Change,
    remove: denied,
    add: ['(id, year) values (gen_random_uuid(), 1901)', administrators('rows', 'denied')] as Change,
  },
  tax_returns: {
    owners: "id = '$taxreturn'",
    // It is furnished, in the category that the delegate is shown.
    read: ownerAndAdministrators('rows', 'none', { delegate: 'rows' }),
    change: ['corrected_at = now()', administrators('denied', 'none')] as Change,
    remove: denied,
    add: [
      `(id, run_id, year, holder_id, file_stamp)
      values (gen_random_uuid(), '$taxrun', 1999, '$taxholder', 1700000000000000)`,
      denied,
    ] as Change,
  },
  tax_return_mails: {
    owners: "return_id = '$taxreturn'",
    read: administrators('rows', 'none'),
    change: ['sent_at = now()', denied] as Change,
    remove: denied,
    add: [
      `(mail_id, return_id, holder_id, user_id) values (gen_random_uuid(), '$taxreturn', '$taxholder', '$owner')`,
      denied,
    ] as Change,
  },
}

/** The functions of taxes, see `functionDoors`. */
export const taxFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.is_form_to_compare': { call: "app.is_form_to_compare('$taxdocument')", gets: administrators('ok', 'nothing') },
  'app.payees_on_file': {
    call: "(select array_agg(p.holder_id) from app.payees_on_file(2026) p where p.holder_id = '$taxholder')",
    // The owner lets the delegate see the holder's tax documents.
    gets: ownerOnly('ok', 'nothing', { delegate: 'ok' }),
  },
  'app.tax_figures': {
    call: "(select array_agg(f.holder_id) from app.tax_figures(1999, array['$taxpayee']::uuid[]) f)",
    gets: administrators('ok', 'denied'),
  },
  'app.tax_to_deposit': { call: 'app.tax_to_deposit(2026)', gets: administrators('ok', 'nothing') },
  'app.changed_tax_figures': {
    call: '(select count(*) from app.changed_tax_figures())',
    gets: administrators('ok', 'denied'),
  },
  'app.is_number_to_compare': { call: "app.is_number_to_compare('$taxnumber')", gets: administrators('ok', 'nothing') },
}

/** What the doors of the tables are about. */
export async function taxRows(world: World): Promise<Record<string, string>> {
  const { id, holder } = await newSentForm(world)
  const { holder: profiled } = await newTinNotice(world)
  const { id: consent } = await newTaxConsent(world, 'asked')
  const { document, number } = await newRequestedForm(world)
  const { run, form, holder: payee } = await newTaxRun(world, 'furnished')
  await world.portal.owner.query(
    'insert into tax_return_mails (mail_id, return_id, holder_id, user_id) values (gen_random_uuid(), $1, $2, $3)',
    [form, payee, world.owner.id],
  )
  return {
    $taxform: id,
    $taxformholder: holder,
    $taxholder: profiled,
    $taxconsent: consent,
    $taxdocument: document,
    $taxnumber: number,
    $taxpayee: payee,
    $taxrun: run,
    $taxreturn: form,
  }
}
