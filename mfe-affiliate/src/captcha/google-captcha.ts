const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit&onload=pdeskCaptchaReady';

interface Recaptcha {
  render: (box: HTMLElement, options: object) => number;
  execute: (widget: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    pdeskCaptchaReady?: () => void;
  }
}

let loading: Promise<Recaptcha> | undefined;

function loadRecaptcha(): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    window.pdeskCaptchaReady = () => window.grecaptcha && resolve(window.grecaptcha);
    script.src = SCRIPT;
    script.onerror = () => {
      // Not kept: the next try loads it again.
      script.remove();
      loading = undefined;
      reject(new Error('The captcha could not be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}

/** A token of Google's invisible captcha; it may ask the visitor to solve something. */
export async function googleToken(siteKey: string): Promise<string> {
  const recaptcha = await loadRecaptcha();
  const box = document.createElement('div');
  document.body.append(box);
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('The captcha was not solved'));
      const widget = recaptcha.render(box, {
        sitekey: siteKey,
        size: 'invisible',
        callback: resolve,
        'error-callback': fail,
        'expired-callback': fail,
      });
      recaptcha.execute(widget);
    });
  } finally {
    box.remove();
  }
}
