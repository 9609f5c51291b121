type Thing = { '@type': string; [property: string]: unknown }

/** Structured data of a page for search engines (schema.org, as JSON-LD). Browsers do not execute it. */
export function StructuredData({ thing }: { thing: Thing }) {
  // A `<` could end the script element, so it is escaped.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above, and from content/ only
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} suppressHydrationWarning />
}
