<#
.SYNOPSIS
    Installs lazymcp on Windows.

.DESCRIPTION
    Downloads a release, verifies it against its SHA-256 and puts lazymcp.exe into a directory of the user's PATH. With
    -FromSource, in a clone of the repository, builds it instead: that needs GraalVM for JDK 25, Maven and the C++ build
    tools of Visual Studio.

.PARAMETER Dir
    Where to install. LAZYMCP_INSTALL_DIR; default: %LOCALAPPDATA%\Programs\lazymcp.
.PARAMETER Version
    The release to download, or "latest". LAZYMCP_VERSION.
.PARAMETER FromSource
    Build from the clone that this script lies in. LAZYMCP_FROM_SOURCE=1.
.PARAMETER Rebuild
    With -FromSource: build even if target\lazymcp.exe is newer than its sources. LAZYMCP_REBUILD=1.
.PARAMETER NoModifyPath
    Leave the user's PATH and profile alone. LAZYMCP_NO_MODIFY_PATH=1.
.PARAMETER Uninstall
    Remove lazymcp.exe and what was added to the user's PATH and profile.
.PARAMETER Quiet
    Print warnings and errors only. LAZYMCP_QUIET=1.

.NOTES
    LAZYMCP_BASE_URL names a mirror: the directory with SHA256SUMS and the archives.
    Errors are thrown, so that a shell that runs this by `irm ... | iex` stays open.
#>
param(
    [string] $Dir = $env:LAZYMCP_INSTALL_DIR,
    [string] $Version = $env:LAZYMCP_VERSION,
    [switch] $FromSource,
    [switch] $Rebuild,
    [switch] $NoModifyPath,
    [switch] $Uninstall,
    [switch] $Quiet
)

# One block: functions and settings do not leak into a shell that runs this by iex.
& {
    param([hashtable] $Options, [object[]] $Unknown, [string] $ScriptDirectory)

    Set-StrictMode -Version 3
    $ErrorActionPreference = 'Stop'
    $ProgressPreference = 'SilentlyContinue' # the bar makes downloads of Windows PowerShell many times slower

    $releases = 'https://github.com/lazymcp/lazymcp/releases'
    $baseUrl = $env:LAZYMCP_BASE_URL

    function Test-Flag([string] $Value) {
        return $Value -and ($Value -notin '0', 'no', 'false')
    }

    function Write-Message([string] $Text) {
        if (-not $quiet) { Write-Host $Text }
    }

    # ---- download ----

    function Get-Platform {
        # A 32-bit process sees the machine in PROCESSOR_ARCHITEW6432.
        $machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
        switch ($machine) {
            'AMD64' { return 'windows-x64' }
            'ARM64' { return 'windows-x64' } # Windows 11 on ARM runs it in emulation
            default { throw "There is no lazymcp for Windows on $machine." }
        }
    }

    # Checksums come from the same place as the archive, so the connection has to be authenticated.
    function Assert-Url([string] $Url) {
        if ($Url -notmatch '^https://' -and $Url -notmatch '^http://(127\.0\.0\.1|localhost)[:/]') {
            throw "Only https is accepted: $Url"
        }
    }

    function Save-Url([string] $Url, [string] $File) {
        try {
            $response = Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $File -PassThru
        } catch {
            throw "Could not download ${Url}: $($_.Exception.Message)"
        }
        # Windows PowerShell and PowerShell 7 keep the address after redirects in different places.
        $base = $response.BaseResponse
        $final = if ($base.PSObject.Properties['ResponseUri']) { $base.ResponseUri } else { $base.RequestMessage.RequestUri }
        Assert-Url $final.AbsoluteUri
    }

    function Read-Checksums([string] $File) {
        foreach ($line in Get-Content -LiteralPath $File) {
            if ($line -match '^([0-9A-Fa-f]{64}) [ *](.+)$') {
                [pscustomobject] @{ Hash = $Matches[1].ToLowerInvariant(); Name = $Matches[2] }
            }
        }
    }

    function Find-ListedVersion([object[]] $Checksums, [string] $Platform) {
        $pattern = '^lazymcp-([0-9A-Za-z.+-]+)-' + [regex]::Escape($Platform) + '\.zip$'
        $found = @($Checksums | ForEach-Object { if ($_.Name -match $pattern) { $Matches[1] } })
        if ($found.Count -eq 0) { throw "The latest release has no build for $Platform; build it from a clone with -FromSource." }
        if ($found.Count -gt 1) { throw "SHA256SUMS lists several builds for ${Platform}: name one with -Version." }
        return $found[0]
    }

    function Get-ReleaseBinary([string] $Work) {
        $platform = Get-Platform
        $requested = if ($version) { $version } else { 'latest' }
        $base = if ($baseUrl) { $baseUrl.TrimEnd('/') }
        elseif ($requested -eq 'latest') { "$releases/latest/download" }
        else { "$releases/download/v$requested" }
        Assert-Url $base
        Save-Url "$base/SHA256SUMS" "$Work\SHA256SUMS"
        $checksums = @(Read-Checksums "$Work\SHA256SUMS")
        if ($requested -eq 'latest') {
            $requested = Find-ListedVersion $checksums $platform
            # The latest release may change between the two downloads.
            if (-not $baseUrl) { $base = "$releases/download/v$requested" }
        }
        $archive = "lazymcp-$requested-$platform.zip"
        $expected = @($checksums | Where-Object { $_.Name -eq $archive })
        if ($expected.Count -ne 1) { throw "SHA256SUMS lists $archive $($expected.Count) times, not once: nothing is installed unverified." }
        Write-Message "downloading lazymcp $requested for $platform"
        Save-Url "$base/$archive" "$Work\$archive"
        $actual = (Get-FileHash -Algorithm SHA256 -LiteralPath "$Work\$archive").Hash.ToLowerInvariant()
        if ($actual -ne $expected[0].Hash) {
            throw "$archive is not what SHA256SUMS promises (expected $($expected[0].Hash), got $actual); nothing was installed."
        }
        Expand-Archive -LiteralPath "$Work\$archive" -DestinationPath "$Work\unpacked"
        foreach ($candidate in "$Work\unpacked\lazymcp.exe", "$Work\unpacked\lazymcp-$requested-$platform\lazymcp.exe") {
            if (Test-Path -LiteralPath $candidate -PathType Leaf) { return $candidate }
        }
        throw "There is no lazymcp.exe in $archive."
    }

    # ---- build ----

    function Test-GraalVm([string] $Directory) {
        if (-not $Directory -or -not (Test-Path -LiteralPath "$Directory\bin\native-image.cmd")) { return $false }
        $release = "$Directory\release"
        return (Test-Path -LiteralPath $release) -and [bool] (Select-String -LiteralPath $release -Pattern '^JAVA_VERSION="25[."-]' -Quiet)
    }

    function Find-GraalVm {
        $candidates = @($env:GRAALVM_HOME, $env:JAVA_HOME)
        $command = Get-Command native-image.cmd -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
        if ($command) { $candidates += Split-Path (Split-Path $command.Source) }
        foreach ($candidate in $candidates) {
            if (Test-GraalVm $candidate) { return $candidate }
        }
        throw 'No GraalVM for JDK 25 was found (looked at GRAALVM_HOME, JAVA_HOME and native-image on PATH). Install it from https://www.graalvm.org/downloads/ and set GRAALVM_HOME.'
    }

    function Assert-BuildTools {
        if (-not (Get-Command mvn.cmd -CommandType Application -ErrorAction SilentlyContinue)) {
            throw 'Building needs Maven: mvn.cmd is not on PATH.'
        }
        if (Get-Command cl.exe -CommandType Application -ErrorAction SilentlyContinue) { return }
        $vswhere = "${env:ProgramFiles(x86)}\Microsoft Visual Studio\Installer\vswhere.exe"
        $found = $null
        if (Test-Path -LiteralPath $vswhere) {
            $found = & $vswhere -latest -products '*' -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -property installationPath
        }
        if (-not $found) {
            throw 'Building needs the C++ tools of Visual Studio: install "Visual Studio Build Tools" with the workload "Desktop development with C++".'
        }
    }

    function Test-UpToDate([string] $Binary) {
        if (-not (Test-Path -LiteralPath $Binary)) { return $false }
        $built = (Get-Item -LiteralPath $Binary).LastWriteTimeUtc
        $sources = @("$ScriptDirectory\src", "$ScriptDirectory\native-config", "$ScriptDirectory\pom.xml")
        $newer = Get-ChildItem -LiteralPath $sources -Recurse -File | Where-Object { $_.LastWriteTimeUtc -gt $built } | Select-Object -First 1
        return -not $newer
    }

    # Runs Maven in this console, so that Ctrl+C reaches it, and reports the step that its log has come to.
    function Invoke-Maven([string] $GraalVm, [string] $Log) {
        $saved = @{ JAVA_HOME = $env:JAVA_HOME; GRAALVM_HOME = $env:GRAALVM_HOME }
        $env:JAVA_HOME = $GraalVm
        $env:GRAALVM_HOME = $GraalVm
        try {
            $process = Start-Process -FilePath (Get-Command mvn.cmd -CommandType Application | Select-Object -First 1).Source `
                -ArgumentList '-B', '-ntp', '-Dstyle.color=never', '-Pnative', '-DskipTests', 'package' `
                -WorkingDirectory $ScriptDirectory -NoNewWindow -PassThru -RedirectStandardOutput $Log -RedirectStandardError "$Log.err"
            $null = $process.Handle # without it, Windows PowerShell forgets the exit code
            $shown = ''
            while (-not $process.WaitForExit(1000)) {
                $step = Get-Content -LiteralPath $Log -Tail 40 | ForEach-Object {
                    if ($_ -match '(\[\d/\d\] [A-Z][a-z ]*)\.\.\.') { "native image $($Matches[1])" }
                    elseif ($_ -match '^\[INFO\] --- (\S+) .* ---$') { "Maven $($Matches[1])" }
                } | Select-Object -Last 1
                if ($step -and $step -ne $shown) {
                    $shown = $step
                    Write-Message ('  {0:m\:ss}  {1}' -f ((Get-Date) - $process.StartTime), $step)
                }
            }
            $process.WaitForExit()
            return $process.ExitCode
        } finally {
            $env:JAVA_HOME = $saved.JAVA_HOME
            $env:GRAALVM_HOME = $saved.GRAALVM_HOME
        }
    }

    function Get-BuiltBinary {
        $pom = "$ScriptDirectory\pom.xml"
        $isClone = $ScriptDirectory -and (Test-Path -LiteralPath $pom) -and
            [bool] (Select-String -LiteralPath $pom -SimpleMatch '<artifactId>lazymcp</artifactId>' -Quiet)
        if (-not $isClone) { throw '-FromSource needs a clone of the repository: run the install.ps1 that lies in it.' }
        $binary = "$ScriptDirectory\target\lazymcp.exe"
        if (-not $rebuild -and (Test-UpToDate $binary)) {
            Write-Message 'target\lazymcp.exe is newer than its sources; not built again (-Rebuild does)'
            return $binary
        }
        $graalVm = Find-GraalVm
        Assert-BuildTools
        $null = New-Item -ItemType Directory -Force -Path "$ScriptDirectory\target"
        $log = "$ScriptDirectory\target\native-build.log"
        Write-Message "building with $graalVm; this takes some minutes"
        $started = (Get-Date).ToUniversalTime()
        $exitCode = Invoke-Maven $graalVm $log
        $made = (Test-Path -LiteralPath $binary) -and (Get-Item -LiteralPath $binary).LastWriteTimeUtc -ge $started
        if ($exitCode -ne 0 -or -not $made) {
            $tail = @(Get-Content -LiteralPath $log -Tail 30) + @(Get-Content -LiteralPath "$log.err" -Tail 10) -join [Environment]::NewLine
            throw "The build failed (exit code $exitCode of Maven). Log: $log. Its last lines:$([Environment]::NewLine)$tail"
        }
        return $binary
    }

    # ---- the binary ----

    # The new file comes to life beside the old one, has to run, and then takes its name. Windows does not let a running
    # program be overwritten, but it lets it be renamed: what runs goes on, and the next installation clears it away.
    function Install-Binary([string] $Binary) {
        $target = "$dir\lazymcp.exe"
        $null = New-Item -ItemType Directory -Force -Path $dir
        Remove-OldBinaries
        $staged = "$dir\lazymcp-new-$([guid]::NewGuid().ToString('N')).exe"
        try {
            Copy-Item -LiteralPath $Binary -Destination $staged
            $null = Get-ProgramVersion $staged
            $old = $null
            if (Test-Path -LiteralPath $target) {
                $old = "$target.old-$([guid]::NewGuid().ToString('N'))"
                Move-Item -LiteralPath $target -Destination $old
            }
            try {
                Move-Item -LiteralPath $staged -Destination $target
            } catch {
                if ($old) { Move-Item -LiteralPath $old -Destination $target }
                throw
            }
        } finally {
            if (Test-Path -LiteralPath $staged) { Remove-Item -LiteralPath $staged -Force }
        }
        Remove-OldBinaries
    }

    function Get-ProgramVersion([string] $Program) {
        $output = $null
        try {
            $output = & $Program --version
        } catch {
            throw "The new lazymcp does not run here; the old one, if any, is untouched. $($_.Exception.Message)"
        }
        if ($LASTEXITCODE -ne 0) {
            throw ('The new lazymcp does not run here (exit code 0x{0:X8}); the old one, if any, is untouched.' -f $LASTEXITCODE)
        }
        return , @($output)
    }

    # Those that still run cannot be removed; a later installation finds them again.
    function Remove-OldBinaries {
        Get-ChildItem -LiteralPath $dir -Filter 'lazymcp.exe.old-*' -File -ErrorAction SilentlyContinue | Remove-Item -Force -ErrorAction SilentlyContinue
    }

    function Write-ShadowWarning {
        $first = Get-Command lazymcp -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
        if ($first -and $first.Source -ne "$dir\lazymcp.exe") { Write-Warning "Another lazymcp comes first on PATH: $($first.Source)" }
    }

    # ---- PATH ----

    function Test-SameDirectory([string] $Entry) {
        return [Environment]::ExpandEnvironmentVariables($Entry).TrimEnd('\') -eq $dir
    }

    # The registry's own text, in which %VARIABLES% stay variables: [Environment]::SetEnvironmentVariable would flatten them.
    function Edit-UserPath([scriptblock] $Edit) {
        $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
        try {
            $text = [string] $key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
            $before = @($text -split ';' | Where-Object { $_ })
            $after = @(& $Edit $before)
            if (($after -join ';') -eq ($before -join ';')) { return $false }
            $key.SetValue('Path', ($after -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
        } finally {
            $key.Close()
        }
        # Setting any variable this way tells running programs that the environment has changed.
        [Environment]::SetEnvironmentVariable('LAZYMCP_PATH_CHANGED', '1', 'User')
        [Environment]::SetEnvironmentVariable('LAZYMCP_PATH_CHANGED', $null, 'User')
        return $true
    }

    function Add-ToPath {
        $changed = Edit-UserPath {
            param($Entries)
            if (@($Entries | Where-Object { Test-SameDirectory $_ }).Count) { $Entries } else { @($dir) + @($Entries) }
        }
        if ($changed) { Write-Message "added $dir to the user's PATH; programs that are started from now on see it" }
        if (-not @($env:Path -split ';' | Where-Object { $_ -and (Test-SameDirectory $_) }).Count) { $env:Path = "$dir;$env:Path" }
    }

    # ---- completion ----

    $blockStart = '# >>> lazymcp >>>'
    $blockEnd = '# <<< lazymcp <<<'
    $completion = 'if (Get-Command lazymcp -ErrorAction SilentlyContinue) { lazymcp completion powershell | Out-String | Invoke-Expression }'

    # Whether PowerShell will load a profile when it starts. The policy of this process says nothing of that: installers are
    # often started with -ExecutionPolicy Bypass. Where nothing is set, Windows PowerShell refuses and PowerShell 7 does not.
    function Test-ProfileLoads {
        foreach ($scope in 'MachinePolicy', 'UserPolicy', 'CurrentUser', 'LocalMachine') {
            $policy = [string] (Get-ExecutionPolicy -Scope $scope)
            if ($policy -ne 'Undefined') { return $policy -in 'RemoteSigned', 'Unrestricted', 'Bypass' }
        }
        return $PSVersionTable.PSVersion.Major -ge 6
    }

    # The text without our block, or nothing where the end of the block is missing: nobody knows then where it ends.
    function Remove-Block([string] $Text) {
        $start = $Text.IndexOf($blockStart)
        if ($start -lt 0) { return $Text }
        $end = $Text.IndexOf($blockEnd, $start)
        if ($end -lt 0) { return $null }
        return $Text.Substring(0, $start) + ($Text.Substring($end + $blockEnd.Length) -replace '^\r?\n', '')
    }

    # Reads and writes the profile as bytes, each as the character of its number: whatever its encoding is, what is not ours
    # comes back as it was. Ours is ASCII, which UTF-16 alone does not take.
    function Edit-Profile([bool] $WithBlock) {
        $bytes = [Text.Encoding]::GetEncoding(28591)
        $before = if (Test-Path -LiteralPath $PROFILE) { $bytes.GetString([IO.File]::ReadAllBytes($PROFILE)) } else { '' }
        $after = Remove-Block $before
        if ($null -eq $after -or ($WithBlock -and $before.Contains([string] [char] 0))) {
            Write-Warning "$PROFILE was not changed: it has half of the lines of lazymcp, or is UTF-16."
            return $false
        }
        $newLine = [Environment]::NewLine
        if ($WithBlock) {
            $gap = if ($after -and -not $after.EndsWith("`n")) { $newLine } else { '' }
            $after += $gap + (($blockStart, $completion, $blockEnd) -join $newLine) + $newLine
        }
        if ($after -eq $before) { return $false }
        if ($after.Trim()) {
            $null = New-Item -ItemType Directory -Force -Path (Split-Path $PROFILE)
            [IO.File]::WriteAllBytes($PROFILE, $bytes.GetBytes($after))
        } else {
            Remove-Item -LiteralPath $PROFILE
        }
        return $true
    }

    function Add-Completion {
        if (-not (Test-ProfileLoads)) {
            Write-Message "PowerShell loads no profile here. For completion, run: $completion"
        } elseif (Edit-Profile $true) {
            Write-Message "added the completion to $PROFILE"
        }
    }

    function Uninstall-Binary {
        $target = "$dir\lazymcp.exe"
        if (Test-Path -LiteralPath $target) {
            Move-Item -LiteralPath $target -Destination "$target.old-$([guid]::NewGuid().ToString('N'))" # it may be running
            Remove-OldBinaries
            Write-Message "removed $target"
            Write-Warning "Client configs that 'lazymcp rewrite' changed still start lazymcp; if you did not run 'lazymcp restore --everywhere' before, install it again and do."
        } else {
            Write-Message "there is no $target"
        }
        $changed = Edit-UserPath {
            param($Entries)
            $Entries | Where-Object { -not (Test-SameDirectory $_) }
        }
        if ($changed) { Write-Message "removed $dir from the user's PATH" }
        if (Edit-Profile $false) { Write-Message "removed the completion from $PROFILE" }
    }

    # ---- main ----

    if ($Unknown.Count) { throw "Unknown argument: $($Unknown[0]). See: Get-Help install.ps1 -Detailed" }
    if ($env:OS -ne 'Windows_NT') { throw 'This script is for Windows; elsewhere use install.sh.' }

    $fromSource = $Options.FromSource -or (Test-Flag $env:LAZYMCP_FROM_SOURCE)
    $rebuild = $Options.Rebuild -or (Test-Flag $env:LAZYMCP_REBUILD)
    $noModifyPath = $Options.NoModifyPath -or (Test-Flag $env:LAZYMCP_NO_MODIFY_PATH)
    $quiet = $Options.Quiet -or (Test-Flag $env:LAZYMCP_QUIET)
    $version = ([string] $Options.Version) -replace '^v', ''
    if ($version -and $version -notmatch '^[0-9A-Za-z][0-9A-Za-z.+-]*$') { throw "Not a version: $version" }
    if ($fromSource -and $version) { throw '-FromSource and -Version exclude each other.' }
    $dir = if ($Options.Dir) { $Options.Dir } else { "$env:LOCALAPPDATA\Programs\lazymcp" }
    if ($dir.Contains(';')) { throw "A directory of PATH cannot contain a semicolon: $dir" }
    $dir = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($dir).TrimEnd('\')

    if ($Options.Uninstall) {
        Uninstall-Binary
        return
    }

    $protocols = [Net.ServicePointManager]::SecurityProtocol
    $work = Join-Path ([IO.Path]::GetTempPath()) "lazymcp-install-$([guid]::NewGuid().ToString('N'))"
    $null = New-Item -ItemType Directory -Path $work
    try {
        [Net.ServicePointManager]::SecurityProtocol = $protocols -bor [Net.SecurityProtocolType]::Tls12
        $binary = if ($fromSource) { Get-BuiltBinary } else { Get-ReleaseBinary $work }
        Install-Binary $binary
        if (-not $noModifyPath) {
            Add-ToPath
            Add-Completion
        }
        Write-ShadowWarning
        $lines = Get-ProgramVersion "$dir\lazymcp.exe"
        Write-Message "installed $($lines[0]) as $dir\lazymcp.exe"
        $lines | Select-Object -Skip 1 | ForEach-Object { Write-Message "  $_" }
    } finally {
        [Net.ServicePointManager]::SecurityProtocol = $protocols
        Remove-Item -LiteralPath $work -Recurse -Force
    }
} @{
    Dir = $Dir; Version = $Version; FromSource = [bool] $FromSource; Rebuild = [bool] $Rebuild
    NoModifyPath = [bool] $NoModifyPath; Uninstall = [bool] $Uninstall; Quiet = [bool] $Quiet
} @($args) $PSScriptRoot
