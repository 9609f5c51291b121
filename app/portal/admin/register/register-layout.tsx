import { Outlet } from 'react-router'
import { useMe } from '../../use-me.ts'
import { registerPages } from '../register-addresses.ts'
import { SectionNav } from '../section-nav.tsx'

const pages = [
  { to: registerPages.list, label: 'Notes', end: true },
  { to: registerPages.due, label: 'Due' },
  { to: registerPages.maturities, label: 'Maturities' },
  { to: registerPages.sales, label: 'Sales by state' },
  { to: registerPages.balance, label: 'Trial balance' },
  { to: registerPages.newNote, label: 'New note' },
  { to: registerPages.bank, label: 'Bank list' },
  { to: registerPages.import, label: 'Import' },
]

/** The register of notes: links to its pages. */
export default function RegisterLayout() {
  const me = useMe()
  return (
    <>
      <SectionNav label="Register" links={pages} />
      <Outlet context={me} />
    </>
  )
}
