// projector.js -- large type and thick lines for the back row of a class; in the address as projector=on.
import {make} from './dom.js';

export function mount(root, app) {
    const button = make('button', {type: 'button', id: 'projector', 'aria-pressed': 'false',
        onclick: () => app.state.set({projector: app.state.get('projector') ? '' : 'on'})}, 'Projector');
    root.append(button);
    const show = () => {
        const on = app.state.get('projector') !== '';
        button.setAttribute('aria-pressed', String(on));
        document.documentElement.classList.toggle('projector', on);
        dispatchEvent(new Event('resize')); // charts are drawn anew
    };
    app.on('state', keys => { if (keys.includes('projector')) show(); });
    if (app.state.get('projector')) show();
}
