import { href } from 'react-router'
import type { CsvColumns } from '../../../rules/csv.ts'
import { decimalCents } from '../../../rules/money.ts'
import { withQuery } from '../../../rules/url.ts'
import { saveCsv } from '../../shell/office/save-csv.ts'
import { personStates } from '../profile.ts'
import type { ExportedPerson } from '../server/people-export.ts'

export const peopleColumns: CsvColumns<ExportedPerson> = {
  Name: person => person.fullName,
  'E-mail': person => person.email,
  Organization: person => person.organization,
  State: person => person.state,
  'Added (UTC)': person => person.createdAt,
  'Accepted (UTC)': person => person.acceptedAt,
  'Last seen (UTC)': person => person.lastSeen,
  Documents: person => person.documents,
  'Holds (USD)': person => decimalCents(person.held),
  Notes: person => person.notes,
  'Next payment': person => person.next?.day,
  'Next payment (USD)': person => person.next && decimalCents(person.next.cents),
  'Reason for closing': person => person.disabledReason,
}

/** GET: the people that match `q` and `show`, as a CSV file. */
export const loader = saveCsv({
  name: 'people',
  columns: peopleColumns,
  rows: ({ actor, operations }, query) => operations.exportPeople(actor, requested(query)),
  page: query => withQuery(href('/profile/admin/people'), { q: requested(query).search, show: requested(query).state }),
})

function requested(query: URLSearchParams) {
  return { search: query.get('q')?.trim() ?? '', state: personStates.find(each => each === query.get('show')) }
}
