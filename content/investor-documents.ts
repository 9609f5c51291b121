import { fund } from './fund.ts'
import { testimonials } from './testimonials.ts'

/** The words of the pages that show the pitch deck and the executive summary. */
export const investorDocuments = {
  deck: {
    title: 'Pitch deck',
    description: `How ${fund.name} lends, what its notes pay, and what stands between a loan and a loss, page by page.`,
    heading: 'The deck, page by page',
    lead: 'Everything we’d tell you across a table. Open a page to enlarge it, or download the whole deck.',
  },
  documents: {
    title: 'Investor documents',
    description: `The ${fund.name} pitch deck and executive summary, with the research behind them.`,
    heading: 'Investor documents',
    lead: 'The full presentation, and a one-page summary of it. Read either one here, or download it.',
    deckView: 'Interactive Pitch Deck',
    summaryView: 'Executive Summary',
    talk: {
      heading: 'Then ask us anything',
      text: `Talk it through with the people who make the loans. We’ll get back to you within ${fund.responseHours} hours.`,
      consultation: 'Schedule Consultation',
      information: 'Investment Information',
    },
    sources: {
      heading: 'Research sources',
      text: 'What we say about private credit is based on these publications. None of the institutions endorses the fund.',
      links: testimonials.map(({ company, link }) => ({ publisher: company, ...link })),
    },
    accredited: 'For accredited investors only',
  },
} as const
