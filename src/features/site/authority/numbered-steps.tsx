/** Side by side where there is room. */
export function NumberedSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5 pt-4 border-t-3 border-t-gold lg:block">
          <span className="w-8 flex-none font-serif text-3xl leading-none text-gold-text figures" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3 className="lg:mt-4">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
