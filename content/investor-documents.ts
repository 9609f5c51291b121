import { fund } from './fund.ts'
import { testimonials } from './testimonials.ts'

/** The words of the pages that show the pitch deck and the executive summary. */
export const investorDocuments = {
  deck: {
    title: 'Pitch deck',
    description: `How ${fund.name} lends, what its notes pay, and what stands between a loan and a loss, page by page.`,
    heading: 'The deck, page by page',
    lead: 'Everything we would tell you across a table. Open a page to read it large, or take the whole deck with you.',
  },
  documents: {
    title: 'Investor documents',
    description: `The pitch deck and the executive summary of ${fund.name}, with the research they rest on.`,
    heading: 'Investor documents',
    lead: 'The whole presentation, and the same on a single page. Read either here, or take it with you.',
    deckView: 'Interactive Pitch Deck',
    summaryView: 'Executive Summary',
    talk: {
      heading: 'Then ask us anything',
      text: `Talk it through with the people who make the loans. You hear from us within ${fund.responseHours} hours.`,
      consultation: 'Schedule Consultation',
      information: 'Investment Information',
    },
    sources: {
      heading: 'Research sources',
      text: 'What we say about private credit rests on these. None of the institutions endorses the fund.',
      links: testimonials.map(({ company, link }) => ({ publisher: company, ...link })),
    },
    accredited: 'For accredited investors only',
  },
} as const
