import { fund } from '../../content/fund.ts'

/** Addresses of the sample fund's people: in the fund's own city, which `content/fund.ts` names. */

/** Each state's two letters, name, a ZIP code in its largest city, and the time zone of most of it. */
const states: readonly (readonly [code: string, name: string, zip: string, zone: string])[] = [
  ['AL', 'Alabama', '35203', 'America/Chicago'],
  ['AK', 'Alaska', '99501', 'America/Anchorage'],
  ['AZ', 'Arizona', '85004', 'America/Phoenix'],
  ['AR', 'Arkansas', '72201', 'America/Chicago'],
  ['CA', 'California', '90017', 'America/Los_Angeles'],
  ['CO', 'Colorado', '80202', 'America/Denver'],
  ['CT', 'Connecticut', '06604', 'America/New_York'],
  ['DE', 'Delaware', '19801', 'America/New_York'],
  ['DC', 'District of Columbia', '20005', 'America/New_York'],
  ['FL', 'Florida', '32202', 'America/New_York'],
  ['GA', 'Georgia', '30303', 'America/New_York'],
  ['HI', 'Hawaii', '96813', 'Pacific/Honolulu'],
  ['ID', 'Idaho', '83702', 'America/Boise'],
  ['IL', 'Illinois', '60602', 'America/Chicago'],
  ['IN', 'Indiana', '46204', 'America/Indiana/Indianapolis'],
  ['IA', 'Iowa', '50309', 'America/Chicago'],
  ['KS', 'Kansas', '67202', 'America/Chicago'],
  ['KY', 'Kentucky', '40202', 'America/New_York'],
  ['LA', 'Louisiana', '70112', 'America/Chicago'],
  ['ME', 'Maine', '04101', 'America/New_York'],
  ['MD', 'Maryland', '21202', 'America/New_York'],
  ['MA', 'Massachusetts', '02108', 'America/New_York'],
  ['MI', 'Michigan', '48226', 'America/Detroit'],
  ['MN', 'Minnesota', '55402', 'America/Chicago'],
  ['MS', 'Mississippi', '39201', 'America/Chicago'],
  ['MO', 'Missouri', '64106', 'America/Chicago'],
  ['MT', 'Montana', '59101', 'America/Denver'],
  ['NE', 'Nebraska', '68102', 'America/Chicago'],
  ['NV', 'Nevada', '89101', 'America/Los_Angeles'],
  ['NH', 'New Hampshire', '03101', 'America/New_York'],
  ['NJ', 'New Jersey', '07102', 'America/New_York'],
  ['NM', 'New Mexico', '87102', 'America/Denver'],
  ['NY', 'New York', '10005', 'America/New_York'],
  ['NC', 'North Carolina', '28202', 'America/New_York'],
  ['ND', 'North Dakota', '58102', 'America/Chicago'],
  ['OH', 'Ohio', '43215', 'America/New_York'],
  ['OK', 'Oklahoma', '73102', 'America/Chicago'],
  ['OR', 'Oregon', '97205', 'America/Los_Angeles'],
  ['PA', 'Pennsylvania', '19103', 'America/New_York'],
  ['PR', 'Puerto Rico', '00901', 'America/Puerto_Rico'],
  ['RI', 'Rhode Island', '02903', 'America/New_York'],
  ['SC', 'South Carolina', '29401', 'America/New_York'],
  ['SD', 'South Dakota', '57104', 'America/Chicago'],
  ['TN', 'Tennessee', '37203', 'America/Chicago'],
  ['TX', 'Texas', '78703', 'America/Chicago'],
  ['UT', 'Utah', '84101', 'America/Denver'],
  ['VT', 'Vermont', '05401', 'America/New_York'],
  ['VA', 'Virginia', '23219', 'America/New_York'],
  ['WA', 'Washington', '98101', 'America/Los_Angeles'],
  ['WV', 'West Virginia', '25301', 'America/New_York'],
  ['WI', 'Wisconsin', '53202', 'America/Chicago'],
  ['WY', 'Wyoming', '82001', 'America/Denver'],
]

/** @returns a state by its name or two letters, with its time zone (IANA) */
export function stateNamed(typed: string): { code: string; name: string; zip: string; zone: string } | undefined {
  const wanted = typed.trim().toLowerCase()
  const found = states.find(([code, name]) => [code.toLowerCase(), name.toLowerCase()].includes(wanted))
  return found && { code: found[0], name: found[1], zip: found[2], zone: found[3] }
}

export interface Place {
  city: string
  /** Two letters. */
  state: string
  zip: string
}

/**
 * @param address of a fund, by line, one of which may be 'Portland, Oregon' or 'Portland, OR 97205'
 * @param law the state of its notes' governing law, the fallback
 * @returns the city and state, with the fund's own ZIP code or one of its state
 */
export function placeOf(address: readonly string[], law: string): Place {
  for (const line of address.toReversed()) {
    const [, city = '', named = '', own] =
      line.match(/^(?:.*,\s*)?([^,]+),\s*(\p{L}[\p{L}. ]+?)(?:\s+(\d{5})(?:-\d{4})?)?$/u) ?? []
    const state = stateNamed(named)
    if (state) return { city, state: state.code, zip: own ?? state.zip }
  }
  const state = stateNamed(law) ?? { code: 'DE', zip: '19801' }
  return { city: 'Springfield', state: state.code, zip: state.zip }
}

/** The fund's place. */
export const atHome = placeOf(fund.address, fund.governingLaw)

/** @returns an address in the fund's own city, such as '12 Main Street\nAustin, TX 78703' */
export function addressAt(street: string): string {
  return `${street}\n${atHome.city}, ${atHome.state} ${atHome.zip}`
}
