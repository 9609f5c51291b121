import type { Testimonial } from './types.ts'

/**
 * Publishers' findings about private credit, for the sign-in page, the deck and home. Each `quote` is a summary in our
 * own words, not the publisher's, and is labeled as one; it was compared with the publication at `link`, and has to be
 * again when it is changed. No one here endorses the fund.
 */
export const testimonials: readonly Testimonial[] = [
  {
    id: 'federal-reserve-2024',
    company: 'Board of Governors of the Federal Reserve System, February 2024',
    logo: 'Federal Reserve',
    quote:
      'Private credit comes from lenders other than banks and isn’t publicly traded. Lender and borrower negotiate ' +
      'the terms directly, and lenders typically hold a loan until it’s repaid or refinanced.',
    link: {
      title: '“Private Credit: Characteristics and Risks”',
      href: 'https://www.federalreserve.gov/econres/notes/feds-notes/private-credit-characteristics-and-risks-20240223.html',
    },
  },
  {
    id: 'imf-2024',
    company: 'International Monetary Fund, April 2024',
    logo: 'International Monetary Fund',
    quote:
      'Private credit gives long-term financing to firms that neither banks nor public markets serve well. It hasn’t ' +
      'been through a severe downturn at its current size, and much about its risks is still hard to see.',
    link: {
      title: 'Global Financial Stability Report, “The Rise and Risks of Private Credit”',
      href: 'https://www.imf.org/en/Publications/GFSR/Issues/2024/04/16/global-financial-stability-report-april-2024',
    },
  },
  {
    id: 'new-york-fed-2025',
    company: 'Federal Reserve Bank of New York, October 2025',
    logo: 'New York Fed',
    quote:
      'Private loans tend to pay higher interest than other kinds of debt and usually protect lenders better than ' +
      'traded bonds do. Most can’t be resold, and their credit ratings are often below investment grade.',
    link: {
      title: '“The Basics of Private Credit”',
      href: 'https://tellerwindow.newyorkfed.org/2025/10/17/nbfis-in-focus-the-basics-of-private-credit',
    },
  },
]
