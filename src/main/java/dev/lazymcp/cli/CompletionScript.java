package dev.lazymcp.cli;

import java.util.List;
import java.util.Optional;

/** The scripts that tie shells to {@link CompleteCommand}. */
final class CompletionScript {
    private static final String BASH = """
            # bash completion for lazymcp; in ~/.bashrc: source <(lazymcp completion bash)
            _lazymcp() {
                local line current candidate prefix
                local -a words
                line="${COMP_LINE:0:COMP_POINT}"
                read -ra words <<< "$line"
                case "$line" in *[[:space:]]) words+=("") ;; esac
                current="${words[${#words[@]}-1]}"
                # What readline replaces begins behind the last : or = of a word.
                case "${COMP_WORDS[COMP_CWORD]}" in
                    : | =) prefix="$current" ;;
                    *) prefix="${current%"${COMP_WORDS[COMP_CWORD]}"}" ;;
                esac
                COMPREPLY=()
                while IFS= read -r candidate; do
                    if [ "$candidate" = ":files" ]; then
                        compopt -o filenames 2> /dev/null
                        while IFS= read -r candidate; do
                            COMPREPLY+=("$candidate")
                        done < <(compgen -f -- "${current#"$prefix"}")
                    else
                        COMPREPLY+=("${candidate#"$prefix"}")
                    fi
                done < <("${words[0]}" __complete -- "${words[@]:1}" 2> /dev/null)
            }
            complete -F _lazymcp lazymcp
            """;

    private static final String ZSH = """
            #compdef lazymcp
            # zsh completion for lazymcp; in ~/.zshrc, after compinit: source <(lazymcp completion zsh)
            _lazymcp() {
                local -a candidates
                candidates=("${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
                if [[ "${candidates[1]}" == ":files" ]]; then
                    _files
                elif [[ -n "${candidates[1]}" ]]; then
                    compadd -a candidates
                fi
            }
            if [ "$funcstack[1]" = "_lazymcp" ]; then
                _lazymcp "$@"
            else
                compdef _lazymcp lazymcp
            fi
            """;

    private static final String FISH = """
            # fish completion for lazymcp: lazymcp completion fish > ~/.config/fish/completions/lazymcp.fish
            function __lazymcp_complete
                set -l words (commandline -opc)
                set -l current (commandline -ct)
                for candidate in (command $words[1] __complete --current="$current" -- $words[2..-1] 2> /dev/null)
                    if test "$candidate" = ":files"
                        __fish_complete_path "$current"
                    else
                        echo $candidate
                    end
                end
            end
            complete -c lazymcp -f -a '(__lazymcp_complete)'
            """;

    private static final String POWERSHELL = """
            # PowerShell completion for lazymcp; in $PROFILE: lazymcp completion powershell | Out-String | Invoke-Expression
            Register-ArgumentCompleter -Native -CommandName lazymcp -ScriptBlock {
                param($wordToComplete, $commandAst, $cursorPosition)
                $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
                    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
                & lazymcp __complete "--current=$wordToComplete" '--' @words 2> $null |
                    Where-Object { $_ -ne ':files' } |
                    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
            }
            """;

    private CompletionScript() {}

    /** The shells there are scripts for. */
    static List<String> shells() {
        return List.of("bash", "zsh", "fish", "powershell");
    }

    /** The script for {@code shell}; empty where there is none. */
    static Optional<String> of(String shell) {
        return switch (shell) {
            case "bash" -> Optional.of(BASH);
            case "zsh" -> Optional.of(ZSH);
            case "fish" -> Optional.of(FISH);
            case "powershell", "pwsh" -> Optional.of(POWERSHELL);
            default -> Optional.empty();
        };
    }
}
