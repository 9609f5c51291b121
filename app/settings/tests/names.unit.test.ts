import { expect, test } from 'vitest'
import { asciiAddress } from '../../../rules/ascii-address.ts'
import { isEmailAddress } from '../../../rules/email.ts'
import { oneLine } from '../../../rules/text.ts'
import { saveProfileCommand } from '../settings.commands.ts'

const name = 'Nora Whitfield'

test('a name has no character that shows nothing: two people’s names that look alike are alike', () => {
  const hidden = [
    ...['\u200B', '\u200C', '\u200D', '\u200E', '\u200F', '\u202A', '\u202E', '\u2060', '\u2066', '\u2069', '\uFEFF'],
    ...['\u00AD', '\u061C', '\u180E', '\u034F', '\u115F', '\u2800', '\u3164', '\uFFA0', '\u{E0001}', '\u{E0041}'],
  ]
  for (const one of hidden) {
    const typed = [`${one}${name}`, `Nora ${one}Whitfield`, `Nora Whit${one}field`, `${name}${one}`]
    for (const each of typed) expect(oneLine(each), JSON.stringify(one)).toBe(name)
    expect(saveProfileCommand.fields.full_name.parse(one), JSON.stringify(one)).toBe('')
    expect(isEmailAddress(`no${one}ra@larkstone.example`), JSON.stringify(one)).toBe(
      one === '\u2800' || /[\u034F\u115F\u3164\uFFA0]/.test(one),
    )
  }
  expect(oneLine('Nora\u0000\n\u00A0 Whitfield')).toBe(name)
})

test('what real names need stays: joiners in scripts that write with them, accents, variants, emoji', () => {
  const real = [
    // Persian, with a zero-width non-joiner between two parts of a word.
    'مهدی\u200Cزاده',
    // Sinhala and Malayalam, with a zero-width joiner after a virama.
    'ශ්\u200Dරී',
    'അവന്\u200Dറെ',
    'O’Brien-Müller',
    'Jose\u0301',
    'Nguyễn Thị Ánh',
    // A variant of a character in Japanese family names.
    '辻\u{E0100} 太郎',
    '👩\u200D👧 & Co',
  ]
  for (const each of real) expect(oneLine(each)).toBe(each.normalize('NFC'))
})

test.each([
  ['nora@bücher.example', 'nora@xn--bcher-kva.example'],
  ['jürgen@Bu\u0308cher。example', 'jürgen@xn--bcher-kva.example'],
  ['nora@larkstone.example', 'nora@larkstone.example'],
  ['nora@bücher.example/path', 'nora@bücher.example/path'],
  ['nora@bü cher.example', 'nora@bü cher.example'],
  ['bücher', 'bücher'],
])('the domain of an address is written as mail servers know it: %s', (typed, address) => {
  expect(asciiAddress(typed)).toBe(address)
  expect(isEmailAddress(asciiAddress(typed))).toBe(/example$/.test(address) && !/bü/.test(address))
})
