import { fund } from '../../content/fund.ts'
import { useOrigin } from '../site-origin.ts'
import { StructuredData } from './structured-data.tsx'

/** The fund as structured data, for search engines. */
export function Organization() {
  const origin = useOrigin()
  const contactPoint = {
    '@type': 'ContactPoint',
    contactType: 'investor relations',
    telephone: fund.phoneDial,
    email: fund.emails.investors,
  }
  const { name, description, emails } = fund
  return (
    <StructuredData
      thing={{
        '@type': 'Organization',
        '@id': `${origin}/#organization`,
        url: `${origin}/`,
        name,
        description,
        email: emails.office,
        telephone: fund.phoneDial,
        contactPoint,
      }}
    />
  )
}
