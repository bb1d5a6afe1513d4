// What was sent drawn is painted first, not its ground alone; then its program is fetched. A page that nobody sees paints
// nothing, and may be left before it has.
{
  const program = document.getElementById('program').content;
  const start = () => document.body.append(program);
  // While a release takes the place of another, a page may be of the one and ask the other for its files. Each is asked for
  // until it has come and lies in the cache, and the page is loaded anew: what failed once no browser imports again. One that
  // is said not to be there again and again was of a release that has left, and a new page asks for others.
  const files = [...program.querySelectorAll('script, link')].map(
    (part) => part.getAttribute('src') ?? part.getAttribute('href'),
  );
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const statusOf = async (file) => {
    const answer = await fetch(file);
    await answer.blob();
    return answer.status;
  };
  const comes = async (file) => {
    let gone = 0;
    for (let wait = 500; ; wait = Math.min(2 * wait, 30_000)) {
      const status = await statusOf(file).catch(() => 0);
      gone = status === 404 ? gone + 1 : 0;
      if (status === 200 || gone === 4) return;
      await pause(wait);
    }
  };
  let isMissed = false;
  const askAgain = async () => {
    if (isMissed) return;
    isMissed = true;
    // Not in the way of who leaves the page; and what a new page did not mend either may be anything.
    const isNew = performance.getEntriesByType('navigation')[0]?.type !== 'reload';
    await pause(isNew ? 1000 : 10_000);
    await Promise.all(files.map(comes));
    location.reload();
  };
  for (const part of program.querySelectorAll('script, [rel="stylesheet"]'))
    part.addEventListener('error', askAgain);
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) start();
  else {
    const seen = (list) => list.getEntriesByName('first-contentful-paint').forEach(start);
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
    setTimeout(start, 3000);
  }
}
