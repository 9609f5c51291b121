import { useLocation } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { publicPageAt } from '../../../content/pages.ts'
import { useOrigin } from '../site-origin.ts'

/**
 * Tags in the head of every public page: its canonical address and the picture for shared links. Title and description
 * come from the page, see `pageMeta`.
 */
export function SharingTags() {
  const origin = useOrigin()
  const page = publicPageAt(useLocation().pathname)
  if (!page) return null
  const address = origin + page.path
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={fund.name} />
      <meta property="og:image" content={`${origin}/og/${page.picture}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
