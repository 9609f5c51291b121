import { Outlet } from 'react-router'
import { useMe } from '../../use-me.ts'
import { linksOf, registerPages } from '../admin-pages.ts'
import { SectionNav } from '../section-nav.tsx'

/** The register of notes: links to its pages. */
export default function RegisterLayout() {
  const me = useMe()
  return (
    <>
      <SectionNav label="Register" links={linksOf('/profile/admin/register', registerPages)} />
      <Outlet context={me} />
    </>
  )
}
