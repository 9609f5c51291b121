/** Small lists in the formats of OFAC's files, with made-up names. */

export interface FileEntry {
  uid: string
  last: string
  first?: string
  type?: 'Individual' | 'Entity' | 'Vessel'
  programs?: readonly string[]
  aliases?: readonly { last: string; first?: string; category?: 'strong' | 'weak' }[]
  birth?: string
  place?: string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;')
const tag = (name: string, text: string | undefined) => (text ? `<${name}>${escaped(text)}</${name}>` : '')

/** @param published as OFAC writes it, such as 11/24/2026 */
export function xmlOf(entries: readonly FileEntry[], published: string, count = entries.length): string {
  const all = entries.map(
    ({ uid, last, first, type = 'Individual', programs = ['SDGT'], aliases = [], birth, place }, at) =>
      [
        '  <sdnEntry>',
        `    ${tag('uid', uid)}${tag('firstName', first)}${tag('lastName', last)}<sdnType>${type}</sdnType>`,
        `    <programList>${programs.map(program => tag('program', program)).join('')}</programList>`,
        ...(aliases.length > 0
          ? [
              `    <akaList>${aliases.map(({ last, first, category = 'strong' }, nth) => `<aka><uid>${at}${nth}</uid><type>a.k.a.</type><category>${category}</category>${tag('lastName', last)}${tag('firstName', first)}</aka>`).join('')}</akaList>`,
            ]
          : []),
        ...(birth
          ? [
              `    <dateOfBirthList><dateOfBirthItem><uid>9</uid>${tag('dateOfBirth', birth)}<mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>`,
            ]
          : []),
        ...(place
          ? [
              `    <placeOfBirthList><placeOfBirthItem><uid>8</uid>${tag('placeOfBirth', place)}<mainEntry>true</mainEntry></placeOfBirthItem></placeOfBirthList>`,
            ]
          : []),
        '  </sdnEntry>',
      ].join('\n'),
  )
  return [
    '<?xml version="1.0" standalone="yes"?>',
    '<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">',
    `  <publshInformation><Publish_Date>${published}</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>`,
    ...all,
    '</sdnList>',
    '',
  ].join('\r\n')
}

const nothing = '-0- '

/** SDN.CSV and ALT.CSV, with OFAC's null and the character that ends them. */
export function csvOf(entries: readonly FileEntry[]): { list: string; aliases: string } {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const name = ({ last, first }: { last: string; first?: string }) => cell(first ? `${last}, ${first}` : last)
  const rows = entries.map(entry => {
    const { uid, type = 'Individual', programs = ['SDGT'], birth, place } = entry
    const remarks = [birth && `DOB ${birth}`, place && `POB ${place}`, 'nationality Freedonia']
      .filter(Boolean)
      .join('; ')
    const kind = type === 'Entity' ? nothing : cell(type.toLowerCase())
    return [uid, name(entry), kind, cell(programs.join('] [')), ...Array(7).fill(nothing), cell(`${remarks}.`)].join(
      ',',
    )
  })
  const aliases = entries.flatMap(({ uid, aliases = [] }) =>
    aliases.map((alias, nth) =>
      [uid, `${uid}${nth}`, '"aka"', name(alias), alias.category === 'weak' ? '"weak aka"' : nothing].join(','),
    ),
  )
  return { list: `${rows.join('\r\n')}\r\n\u001A`, aliases: `${aliases.join('\r\n')}\r\n\u001A` }
}
