/**
 * A wide page has the stage beside the text, and it stays in sight while the text scrolls. For a stage
 * that is higher than the window, the style sheet needs its height, and where the figure begins in it.
 */
export function measureStage(stage: HTMLElement, figure: HTMLElement): void {
  const measure = (): void => {
    stage.style.setProperty("--stage-height", `${stage.offsetHeight}px`);
    stage.style.setProperty("--above-figure", `${figure.getBoundingClientRect().top - stage.getBoundingClientRect().top}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(stage);
  observer.observe(figure);
}
