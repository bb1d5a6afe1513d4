import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { partLoader } from './load-part.ts';
import { useAsSent } from './use-as-sent.ts';

type Part<Props> = {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly fallback: ReactNode;
  /** Once it has come. */
  code?: ComponentType<Props>;
  /** Where it came ahead of the first drawing: what the server sent was drawn with it. */
  first?: ComponentType<Props>;
};

/**
 * A part of the screen whose code comes when it is first shown. It does not suspend: React keeps a fallback that it
 * has shown for 300 ms, and code from near by is there in ten. Where the code does not come, the boundary around it
 * says so (`PanelBoundary`, `DialogBoundary`) and it is fetched again when it is shown again.
 * @param load imports a part of the program
 * @param pick the component in it
 * @param fallback what stands in its place meanwhile, of about its size
 */
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  fallback: ReactNode = null,
): LazyPart<Props> {
  const loadModule = partLoader(load);
  const part: Part<Props> = { load: async () => pick(await loadModule()), fallback };
  const shown = (props: Props) => createElement(ShownPart<Props>, { part, props });
  return Object.assign(shown, {
    preload: async () => {
      part.code ??= await part.load();
      part.first = part.code;
      return part.code;
    },
  });
}

export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of the first drawing, which has no fallback then. Rejects where it cannot be fetched. */
  readonly preload: () => Promise<ComponentType<Props>>;
};

function ShownPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const [, setCome] = useState(false);
  const Code = useAsSent(
    () => part.code,
    () => part.first,
  );
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  useEffect(() => {
    if (Code) return;
    const show = (code: ComponentType<Props>) => {
      part.code = code;
      setCome(true);
    };
    part.load().then(show, (cause: unknown) => setFailure({ cause }));
  }, [Code, part]);
  // For the boundary, as any other failure to draw.
  if (failure) throw failure.cause;
  return Code ? <Code {...props} /> : part.fallback;
}
