// Looks through content/ for what would make a wrong page, before there is one. Part of `npm run check` and of a build.

import { calls } from '../content/calls.ts'
import { catalogue } from '../content/catalogue.ts'
import { faultsIn } from '../content/check.ts'
import { embeds } from '../content/embeds.ts'
import { faq } from '../content/faq.ts'
import { fund } from '../content/fund.ts'
import { footerLinks, headerLinks, menuLinks } from '../content/navigation.ts'
import { testimonials } from '../content/testimonials.ts'
import { tiers } from '../content/tiers.ts'

const faults = faultsIn({
  fund,
  tiers,
  questions: faq.questions,
  testimonials,
  catalogue,
  calls,
  embeds,
  links: { headerLinks, menuLinks, footerLinks },
})
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
