import { href, Outlet } from 'react-router'
import { useMe } from '../../use-me.ts'
import { SectionNav } from '../section-nav.tsx'

const pages = [
  { to: href('/profile/admin/register'), label: 'Notes', end: true },
  { to: href('/profile/admin/register/due'), label: 'Due' },
  { to: href('/profile/admin/register/maturities'), label: 'Maturities' },
  { to: href('/profile/admin/register/sales'), label: 'Sales by state' },
  { to: href('/profile/admin/register/balance'), label: 'Trial balance' },
  { to: href('/profile/admin/register/notes/new'), label: 'New note' },
  { to: href('/profile/admin/register/bank'), label: 'Bank list' },
  { to: href('/profile/admin/register/import'), label: 'Import' },
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
