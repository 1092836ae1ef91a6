import { Standards } from '#features/assessments/criteria/standards.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Prose } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { Chapter, ChaptersPage, Explained, NumberedSteps } from './chapter.tsx'
import { about } from './content.ts'
import type { about as served } from './server.ts'

type Data = PageData<typeof served>

const benefits = [
  {
    title: 'Verification badge',
    text: 'You can show the badge on tickets, posters and websites while your event is accredited.',
  },
  {
    title: 'A register entry',
    text: 'A page for your event that anyone can check, with dates, status and certificate number.',
  },
  {
    title: 'A certificate',
    text: 'A numbered certificate to show to venues, insurers and licensing officers.',
  },
  { title: 'Awards', text: 'Accredited events can enter the annual awards programme.' },
  { title: 'Support', text: 'Assessors answer your questions about the criteria before and after the event.' },
  { title: 'Visibility', text: 'Anyone can find your event in the register, on its map and in its feeds.' },
]

export const page = definePage<Data>(AboutPage, {
  title: about.title,
  description: about.lead,
  canonical: href('about'),
})

function AboutPage({ data }: { data: Data }) {
  const { mission, process, governance } = about
  return (
    <ChaptersPage lead={about.lead} title={about.title}>
      <Chapter id="mission" title={mission.title} wide>
        <div className="max-w-3xl font-serif text-xl">
          {mission.paragraphs.map((text) => (
            <p key={text} className="mb-3">
              {text}
            </p>
          ))}
        </div>
        <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {mission.pillars.map(({ title, text }) => (
            <div key={title} className="pl-5 border-l-3 border-gold">
              <dt className="font-serif text-lg">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Chapter>
      <Chapter
        id="standards"
        title="Standards & Criteria"
        text="You send evidence for each criterion. If a criterion does not apply to your event, we record why."
        wide
      >
        <Standards data={data} />
      </Chapter>
      <Chapter id="process" title={process.title} text="This is the process of our homepage, in other words." wide>
        <NumberedSteps steps={process.steps} />
        <ButtonLink href={href('apply')} className="mt-8">
          Apply for accreditation
        </ButtonLink>
      </Chapter>
      <Chapter id="benefits" title="Member Benefits" wide>
        <Explained items={benefits} wide />
      </Chapter>
      <Chapter id="governance" title={governance.title}>
        <Prose>
          {governance.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>
            <a href={href('contact')}>Contact us about a decision</a>
          </p>
        </Prose>
      </Chapter>
    </ChaptersPage>
  )
}
